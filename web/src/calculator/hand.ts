/** A hand as it is put together in the calculator, and as a link holds it. Pure; what it is worth the server says. */
import { FACES, suit, type Tile } from '../tiles/notation';

export const TARGETS = ['hand', 'win', 'gold', 'chow', 'pong', 'kong', 'concealed', 'flowers'] as const;
export type Target = (typeof TARGETS)[number];
export const WAYS = ['self_draw', 'discard', 'rob_kong', 'rob_gold', 'heavenly', 'three_golds'] as const;
export type Way = (typeof WAYS)[number];
export const MARKS = ['gold_gap', 'fifth_last', 'kong_bloom'] as const;
export type Mark = (typeof MARKS)[number];
export type MeldKind = 'chow' | 'pong' | 'kong' | 'concealed';

export interface Meld {
  kind: MeldKind;
  /** The lowest tile of a chow, otherwise the kind of all its tiles. */
  tile: Tile;
}

export interface Hand {
  gold: Tile | null;
  tiles: Tile[];
  melds: Meld[];
  flowers: Tile[];
  win: Tile | null;
  by: Way;
  winner: number;
  dealer: number;
  streak: number;
  from: number;
  tour: number;
  marks: Mark[];
}

export const EMPTY: Hand = {
  gold: null, tiles: [], melds: [], flowers: [], win: null, by: 'self_draw', winner: 1, dealer: 0, streak: 0, from: 2, tour: 0, marks: [],
};
const MOST_TILES = 17;
const MOST_MELDS = 5;
const MOST_STREAK = 999;
const LETTERS: Record<MeldKind, string> = { chow: 'c', pong: 'p', kong: 'k', concealed: 'K' };
const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind])) as Record<string, MeldKind>;

const place = (tile: Tile) => FACES.indexOf(tile);
export const sorted = (tiles: readonly Tile[]): Tile[] => [...tiles].sort((a, b) => place(a) - place(b));

/** The tiles of a meld as they lie. */
export function meldTiles({ kind, tile }: Meld): Tile[] {
  if (kind === 'chow') return [0, 1, 2].map((step) => `${Number(tile[0]) + step}${suit(tile)}`);
  return Array<Tile>(kind === 'pong' ? 3 : 4).fill(tile);
}

/** Whether the win names the tile that made it. */
export function takesTile(by: Way): boolean {
  return by === 'self_draw' || by === 'discard' || by === 'rob_kong';
}

export const takesSource = (by: Way) => by === 'discard' || by === 'rob_kong';

/** Whether anything is discarded before such a win, as every tour needs (L9). */
export const takesTour = (by: Way) => by !== 'heavenly' && by !== 'rob_gold';

const isKong = ({ kind }: Meld) => kind === 'kong' || kind === 'concealed';

/** What can have come before the win as it is put together. */
export function marksFor(hand: Hand): Mark[] {
  const fits: Record<Mark, boolean> = {
    gold_gap: hand.by === 'self_draw',
    fifth_last: hand.by === 'discard',
    kong_bloom: (hand.by === 'self_draw' || hand.by === 'three_golds') && hand.melds.some(isKong),
  };
  return MARKS.filter((mark) => fits[mark]);
}

/** How many of a kind lie in the hand already; the indicator counts. */
export function used(hand: Hand, tile: Tile): number {
  const all = [...hand.tiles, ...hand.flowers, ...hand.melds.flatMap(meldTiles)];
  if (hand.win !== null && takesTile(hand.by)) all.push(hand.win);
  if (hand.gold !== null) all.push(hand.gold);
  return all.filter((one) => one === tile).length;
}

/** Whether a tap on a tile does anything: there is one left, and it can lie where it should go. */
export function fits(hand: Hand, target: Target, tile: Tile): boolean {
  const copies = suit(tile) === 'f' ? 1 : 4;
  const left = copies - used(hand, tile);
  if (suit(tile) === 'f') return left > 0;
  switch (target) {
    case 'gold': return tile !== hand.gold && copies - used({ ...hand, gold: null }, tile) > 0;
    case 'win': return tile !== hand.win && copies - used({ ...hand, win: null }, tile) > 0;
    case 'hand': return left > 0 && hand.tiles.length + 3 * hand.melds.length < MOST_TILES;
    case 'flowers': return left > 0 && suit(tile) === 'z';
    case 'chow': return hand.melds.length < MOST_MELDS && suit(tile) !== 'z' && Number(tile[0]) <= 7 && meldTiles({ kind: 'chow', tile }).every((one) => used(hand, one) < 4);
    default: return hand.melds.length < MOST_MELDS && left >= (target === 'pong' ? 3 : 4);
  }
}

/** The hand after a tap on a tile. */
export function put(hand: Hand, target: Target, tile: Tile): Hand {
  if (!fits(hand, target, tile)) return hand;
  if (suit(tile) === 'f' || target === 'flowers') return { ...hand, flowers: sorted([...hand.flowers, tile]) };
  switch (target) {
    case 'gold': return { ...hand, gold: tile };
    case 'win': return { ...hand, win: tile };
    case 'hand': return { ...hand, tiles: sorted([...hand.tiles, tile]) };
    default: return { ...hand, melds: [...hand.melds, { kind: target, tile }] };
  }
}

const without = <T>(list: readonly T[], index: number) => list.filter((_, at) => at !== index);

/** The hand after a tap on something that lies in it. */
export function take(hand: Hand, from: 'hand' | 'melds' | 'flowers' | 'win' | 'gold', index = 0): Hand {
  switch (from) {
    case 'hand': return { ...hand, tiles: without(hand.tiles, index) };
    case 'melds': return { ...hand, melds: without(hand.melds, index) };
    case 'flowers': return { ...hand, flowers: without(hand.flowers, index) };
    case 'win': return { ...hand, win: null };
    case 'gold': return { ...hand, gold: null };
  }
}

/** Tiles as text, the ranks of a suit together: `123m55s`. */
export function writeTiles(tiles: readonly Tile[]): string {
  let text = '';
  sorted(tiles).forEach((tile, at, all) => {
    const next = all[at + 1];
    text += next !== undefined && suit(next) === suit(tile) ? tile[0] : tile;
  });
  return text;
}

export function readTiles(text: string): Tile[] {
  const runs = [...text.matchAll(/([1-9]+)([mpszf])/g)];
  return runs.flatMap(([, ranks = '', letter = '']) => [...ranks].map((rank) => rank + letter)).filter((tile) => place(tile) >= 0);
}

/** The case as the server takes it, for a win or for what the hand waits for. */
export function caseOf(hand: Hand): Record<string, unknown> {
  const win: Record<string, unknown> = { by: hand.by };
  if (hand.win !== null && takesTile(hand.by)) win.tile = hand.win;
  if (hand.tour > 0 && takesTour(hand.by)) win.tour = hand.tour;
  for (const mark of marksFor(hand)) if (hand.marks.includes(mark)) win[mark] = true;
  return {
    gold: hand.gold ?? '',
    hand: writeTiles(hand.tiles),
    melds: hand.melds.map((meld) => ({
      kind: meld.kind === 'concealed' ? 'kong' : meld.kind,
      tiles: writeTiles(meldTiles(meld)),
      ...(isKong(meld) ? { concealed: meld.kind === 'concealed' } : {}),
    })),
    flowers: writeTiles(hand.flowers),
    win,
    winner: hand.winner,
    dealer: hand.dealer,
    streak: hand.streak,
    ...(takesSource(hand.by) ? { from: hand.from } : {}),
  };
}

/** The hand of a case, such as an example of the rules pages. */
export function handOfCase(given: Record<string, unknown>): Hand {
  const text = (name: string) => String(given[name] ?? '');
  const win = (given.win ?? {}) as Record<string, unknown>;
  const melds = (given.melds ?? []) as { kind: string; tiles: string; concealed?: boolean }[];
  return {
    gold: readTiles(text('gold'))[0] ?? null,
    tiles: sorted(readTiles(text('hand'))),
    melds: melds.map(({ kind, tiles, concealed }) => ({ kind: (kind === 'kong' && concealed ? 'concealed' : kind) as MeldKind, tile: sorted(readTiles(tiles))[0]! })),
    flowers: sorted(readTiles(text('flowers'))),
    win: readTiles(String(win.tile ?? ''))[0] ?? null,
    by: WAYS.find((way) => way === win.by) ?? 'self_draw',
    winner: Number(given.winner ?? 1),
    dealer: Number(given.dealer ?? 0),
    streak: Number(given.streak ?? 0),
    from: Number(given.from ?? 2),
    tour: Number(win.tour ?? 0),
    marks: MARKS.filter((mark) => win[mark] === true),
  };
}

/** The part after `?` of a link that holds the hand. */
export function handQuery(hand: Hand): string {
  const all: Record<string, string> = {
    gold: hand.gold ?? '',
    hand: writeTiles(hand.tiles),
    melds: hand.melds.map((meld) => LETTERS[meld.kind] + meld.tile).join('-'),
    flowers: writeTiles(hand.flowers),
    win: hand.win ?? '',
    by: hand.by,
    at: `${hand.winner}${hand.dealer}${hand.from}`,
    streak: String(hand.streak),
    tour: String(hand.tour),
    marks: hand.marks.join('-'),
  };
  const plain: Record<string, string> = { by: 'self_draw', at: '102', streak: '0', tour: '0' };
  return new URLSearchParams(Object.entries(all).filter(([name, value]) => value !== '' && value !== plain[name])).toString();
}

/** Reads such a link; what makes no sense is left out. */
export function readHand(query: string): Hand {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name) ?? '';
  const seats = /^[0-3]{3}$/.test(text('at')) ? [...text('at')].map(Number) : [1, 0, 2];
  const number = (name: string, most: number) => (/^\d{1,3}$/.test(text(name)) ? Math.min(Number(text(name)), most) : 0);
  const melds = text('melds').split('-').flatMap((part): Meld[] => {
    const kind = KINDS[part[0] ?? ''];
    const tile = part.slice(1);
    return kind !== undefined && place(tile) >= 0 && (kind !== 'chow' || (suit(tile) !== 'z' && Number(tile[0]) <= 7)) ? [{ kind, tile }] : [];
  });
  return {
    gold: readTiles(text('gold'))[0] ?? null,
    tiles: sorted(readTiles(text('hand'))).slice(0, MOST_TILES),
    melds: melds.slice(0, MOST_MELDS),
    flowers: sorted(readTiles(text('flowers'))),
    win: readTiles(text('win'))[0] ?? null,
    by: WAYS.find((way) => way === text('by')) ?? 'self_draw',
    winner: seats[0]!,
    dealer: seats[1]!,
    from: seats[2] === seats[0] ? (seats[0]! + 1) % 4 : seats[2]!,
    streak: number('streak', MOST_STREAK),
    tour: number('tour', 3),
    marks: MARKS.filter((mark) => text('marks').split('-').includes(mark)),
  };
}
