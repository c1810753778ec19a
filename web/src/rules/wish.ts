/** What a table is to be played by, as a link holds it: a rule set, its options, and the match around it. Pure. */
import type { Settings } from '../net/protocol';

/** Options as the command line writes them; the server reads and checks them. */
export type Options = Record<string, string>;

export interface Match {
  length: string;
  stake: number;
  settings: Settings;
  seats: [string, string, string, string];
}

export interface Wish { rules: string; options: Options; match: Partial<Match> }

export const SETTINGS = ['turn_seconds', 'claim_seconds', 'bank_seconds', 'autopilot_after', 'hints', 'spectators'] as const;
export const MATCH: Match = { length: '1 round', stake: 1, settings: {}, seats: ['person', 'open', 'open', 'open'] };
const MOST_STAKE = 1_000_000;

/** The part after `?` of a link to these rules; what is as printed is left out. */
export function wishQuery({ rules, options, match }: Wish): string {
  const query = new URLSearchParams({ rules, ...options });
  if (match.length !== undefined) query.set('length', match.length);
  if (match.stake !== undefined && match.stake !== MATCH.stake) query.set('stake', String(match.stake));
  for (const [name, value] of Object.entries(match.settings ?? {})) query.set(name, String(value));
  if (match.seats !== undefined && match.seats.join() !== MATCH.seats.join()) query.set('seats', match.seats.join());
  return query.toString();
}

/** Reads such a link; options it does not know it keeps, for the server to judge. */
export function readWish(query: string): Wish | null {
  const { rules, length, stake, seats, ...rest } = Object.fromEntries(new URLSearchParams(query));
  if (rules === undefined) return null;
  const match: Partial<Match> = {};
  if (length !== undefined) match.length = length;
  if (stake !== undefined && /^\d+$/.test(stake) && Number(stake) >= 1 && Number(stake) <= MOST_STAKE) match.stake = Number(stake);
  const four = seats?.split(',');
  if (four?.length === 4) match.seats = four as Match['seats'];
  const settings: Record<string, unknown> = {};
  const options: Options = {};
  for (const [name, value] of Object.entries(rest)) {
    if ((SETTINGS as readonly string[]).includes(name)) settings[name] = /^\d+$/.test(value) ? Number(value) : value;
    else options[name] = value;
  }
  if (Object.keys(settings).length > 0) match.settings = settings as Settings;
  return { rules, options, match };
}

/** The same options without those that are as the preset has them. */
export function unlike(options: Options, presets: Record<string, string>): Options {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => presets[name] !== value));
}

/** Reads what was kept of earlier wishes; whatever is not of the right form is as if it had never been. */
export function readKept(text: string | null): { options: Record<string, Options>; match: Match } {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return { options: {}, match: MATCH };
  }
  const { options, match } = (kept ?? {}) as { options?: unknown; match?: Partial<Match> };
  const named = typeof options === 'object' && options !== null ? Object.entries(options) : [];
  const sound = named.filter(([, own]) => typeof own === 'object' && own !== null && Object.values(own).every((value) => typeof value === 'string'));
  const seats = Array.isArray(match?.seats) && match.seats.length === 4 && match.seats.every((seat) => typeof seat === 'string') ? match.seats : MATCH.seats;
  return {
    options: Object.fromEntries(sound) as Record<string, Options>,
    match: {
      length: typeof match?.length === 'string' ? match.length : MATCH.length,
      stake: typeof match?.stake === 'number' && match.stake >= 1 ? match.stake : MATCH.stake,
      settings: typeof match?.settings === 'object' && match.settings !== null ? match.settings : {},
      seats,
    },
  };
}

/** Whether a table with these seats could be opened: one is one's own, or one is open. */
export function seatable(seats: readonly string[]): boolean {
  const own = seats.filter((seat) => seat === 'person').length;
  return own === 1 || (own === 0 && seats.includes('open'));
}
