/** Names and order of tiles: `1m`-`9m`, `1p`-`9p`, `1s`-`9s`, `1z`-`7z`, `1f`-`8f`, and `?` for a hidden one. */
import type { TileName } from '../net/names';

export const HIDDEN = '?';

const SUITS = 'mpszf';

/** The tile's place in the canonical order of all kinds; a hidden tile comes last. */
export function order(tile: TileName): number {
  const suit = SUITS.indexOf(tile[1] ?? '');
  return suit < 0 ? 99 : suit * 10 + Number(tile[0]);
}

/** Compares two tiles for a hand: golds come first, then the canonical order. */
export function byHand(gold: TileName | null): (a: TileName, b: TileName) => number {
  const place = (tile: TileName) => (tile === gold ? -1 : order(tile));
  return (a, b) => place(a) - place(b);
}

/** The tile `steps` places up in the same suit. */
export function above(tile: TileName, steps: number): TileName {
  return `${Number(tile[0]) + steps}${tile[1]}`;
}

/** A copy without one `tile`; a hand whose faces are unknown loses any one. */
export function without(tiles: readonly TileName[], tile: TileName): TileName[] {
  const copy = tiles.slice();
  const at = copy.indexOf(tile);
  const gone = at >= 0 ? at : copy.indexOf(HIDDEN);
  if (gone < 0) throw new Error(`no ${tile} among ${tiles.join(' ')}`);
  copy.splice(gone, 1);
  return copy;
}
