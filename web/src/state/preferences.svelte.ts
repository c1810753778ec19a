/** What a player set for this browser; kept in local storage and shown on the document at once. */

export interface Preferences {
  name: string;
  motion: 'system' | 'full' | 'reduced';
  rules: string;
  length: string;
}

export const DEFAULTS: Preferences = {
  name: '',
  motion: 'system',
  rules: 'fuzhou-ourgame',
  length: '1 round',
};

const KEPT_AS = 'goldsparrow.preferences';
const TABLE_KEPT_AS = 'goldsparrow.seat';

/** Reads kept preferences; whatever is missing or of the wrong type falls back to the default. */
export function read(text: string | null): Preferences {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return DEFAULTS;
  }
  if (typeof kept !== 'object' || kept === null) return DEFAULTS;
  const same = Object.entries(kept).filter(
    ([key, value]) => key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Preferences],
  );
  return { ...DEFAULTS, ...Object.fromEntries(same) };
}

const storage = typeof localStorage === 'undefined' ? null : localStorage;
let current = $state.raw<Preferences>(read(storage?.getItem(KEPT_AS) ?? null));

/** The preferences now; reactive. */
export function preferences(): Preferences {
  return current;
}

/** Changes some preferences and keeps them. */
export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  storage?.setItem(KEPT_AS, JSON.stringify(current));
}

/** Whether things should jump to their places instead of travelling. */
export function still(): boolean {
  if (current.motion !== 'system') return current.motion === 'reduced';
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The table this browser last sat at, to find the way back. */
export function lastTable(): string | null {
  return storage?.getItem(TABLE_KEPT_AS) ?? null;
}

export function rememberTable(table: string | null): void {
  if (table === null) storage?.removeItem(TABLE_KEPT_AS);
  else storage?.setItem(TABLE_KEPT_AS, table);
}
