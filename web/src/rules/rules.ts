/** What the server tells about rule sets, asked for once. */
import { getRules } from '../net/http';
import type { OptionBody, RulesBody } from '../net/protocol';
import { has, t } from '../text/index.svelte';

let asked: Promise<RulesBody> | null = null;

/** All rule sets with their options; asked for again only after a failure. */
export function allRules(): Promise<RulesBody> {
  asked ??= getRules().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The options of a rule set by their groups, in the server's order. */
export function byGroup(options: readonly OptionBody[]): { group: string; options: OptionBody[] }[] {
  const groups: { group: string; options: OptionBody[] }[] = [];
  for (const option of options) {
    const last = groups.find(({ group }) => group === option.group);
    if (last) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
}

/** What an option is set to, in words. */
export function valueText(option: OptionBody, value: string): string {
  const at = option.values.findIndex((one) => String(one) === value);
  const key = option.value_keys[at];
  if (key !== undefined && has(key)) return t(key);
  if (option.kind === 'table') return readTable(value).map(([name, points]) => `${t(`special.${name}`)} ${points}`).join(' · ');
  return value;
}

/** Points by name, such as `heavenly:10,rob_gold:10`. */
export function readTable(text: string): [name: string, points: string][] {
  return text.split(',').filter(Boolean).map((part) => part.split(':') as [string, string]);
}

export function writeTable(points: readonly (readonly [string, string])[]): string {
  return points.map(([name, value]) => `${name}:${value}`).join(',');
}
