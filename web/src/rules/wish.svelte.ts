/** The options and the match that this browser wishes for next; kept from visit to visit. */
import { prefer, preferences } from '../state/preferences.svelte';
import { readKept, type Match, type Options, type Wish } from './wish';

const KEPT_AS = 'goldsparrow.wish';
const storage = typeof localStorage === 'undefined' ? null : localStorage;
let kept = $state.raw(readKept(storage?.getItem(KEPT_AS) ?? null));

function keep(change: Partial<typeof kept>): void {
  kept = { ...kept, ...change };
  storage?.setItem(KEPT_AS, JSON.stringify(kept));
}

/** The options of a rule set that are to differ; reactive. */
export function wishedOptions(rules: string): Options {
  return kept.options[rules] ?? {};
}

export function wishOptions(rules: string, options: Options): void {
  keep({ options: { ...kept.options, [rules]: options } });
}

/** The match that is wished for; its length is a preference like any other. */
export function wishedMatch(): Match {
  return { ...kept.match, length: preferences().length };
}

export function wishMatch(change: Partial<Match>): void {
  const { length, ...rest } = change;
  if (length !== undefined) prefer({ length });
  keep({ match: { ...kept.match, ...rest } });
}

/** Takes over what a link holds. */
export function adopt({ rules, options, match }: Wish): void {
  prefer({ rules });
  wishOptions(rules, options);
  wishMatch(match);
}
