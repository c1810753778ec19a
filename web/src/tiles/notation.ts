/* Tiles as the protocol writes them: 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-8f, and ? for one that is hidden. */

export type Tile = string;

export const HIDDEN: Tile = '?';

const SUITS: [letter: string, count: number][] = [['m', 9], ['p', 9], ['s', 9], ['z', 7], ['f', 8]];

/** All 42 faces in their printed order. */
export const FACES: readonly Tile[] = SUITS.flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${i + 1}${letter}`),
);

const ORDER = new Map(FACES.map((tile, i) => [tile, i]));

export function isHidden(tile: Tile): boolean {
  return !ORDER.has(tile);
}

export function suit(tile: Tile): string {
  return tile.slice(-1);
}

export function rank(tile: Tile): number {
  return Number(tile[0]);
}

/** Sorts a hand as it is held: golds first, then by suit and rank; hidden tiles last. */
export function inHandOrder(tiles: readonly Tile[], gold: Tile | null): Tile[] {
  const place = (tile: Tile) => (tile === gold ? -1 : (ORDER.get(tile) ?? FACES.length));
  return [...tiles].sort((a, b) => place(a) - place(b));
}
