/** Wording that several pages share: the second language beside the first, signs and numbers. */
import catalogue from '$catalogue';
import { RequestError } from '../net/http';
import { has, language, t, type Params } from '../text/index.svelte';

const texts = catalogue as Record<string, Record<string, string>>;

/** A mahjong term in the other language, for learners: English beside Chinese, Chinese beside English. */
export function gloss(key: string, params: Params = {}): { text: string; lang: string } {
  const lang = language() === 'en' ? 'zh-Hans' : 'en';
  const text = texts[key]?.[lang] ?? '';
  return { text: text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)), lang };
}

/** A gain or a loss, always with its sign; the minus is a real one. */
export function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${grouped(points)}` : `−${grouped(-points)}`;
}

/** A number with its thousands apart. */
export function grouped(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 ? `−${digits}` : digits;
}

/** A printed sum with proper signs. */
export function sum(formula: string): string {
  return formula.replace(/\bx\b/g, '×').replace(/-/g, '−');
}

/** A name for what has no text yet, such as a special of a rule set that is newer than the catalogue. */
export function term(prefix: string, key: string): string {
  return has(`${prefix}.${key}`) ? t(`${prefix}.${key}`) : key.replace(/_/g, ' ');
}

/** What was paid for during a deal. */
export function instantName(reason: string): string {
  return has(`settlement.instant.${reason}`) ? t(`settlement.instant.${reason}`) : t('settlement.instant.other');
}

/** What went wrong, for the one who waits. */
export function excuse(error: unknown): string {
  if (!(error instanceof RequestError)) return t('home.error.any', { text: String(error) });
  const key = `error.${error.code}`;
  if (error.code === 'unreachable') return t('home.error.unreachable');
  return has(key) ? t(key) : t('home.error.any', { text: error.message });
}

/** How long a match is, from the server's own form such as `4 deals` or `1 round`. */
export function lengthText(length: string): string {
  const [, count, unit] = /^(\d+)\s+(deal|round)s?$/.exec(length) ?? [];
  if (count === undefined) return length;
  if (unit === 'round' && count === '1') return t('home.round_one');
  return t(unit === 'deal' ? 'home.deals_n' : 'home.rounds_n', { n: count });
}

/** The same in two parts, where there is no room for one line. */
export function lengthParts(length: string): { text: string; note: string } {
  const [count = '', unit = ''] = length.split(' ');
  return { text: count, note: t(`home.unit.${unit}`) };
}

/** A rule set's town and name. */
export function rulesText(key: string): string {
  return has(`home.rules.${key}.name`) ? `${t(`home.rules.${key}.town`)} · ${t(`home.rules.${key}.name`)}` : key;
}
