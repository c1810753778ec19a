/* Everything that the table shows, as plain data. The state of a match is folded into one of these after
   each event; the view knows nothing else and no rules. */
import type { Explanation } from '../net/protocol';
import type { Tile } from '../tiles/notation';

/** Where a seat sits on the screen: 0 the viewer at the bottom, then 1 right, 2 opposite, 3 left. */
export type Place = 0 | 1 | 2 | 3;
export const PLACES: readonly Place[] = [0, 1, 2, 3];

export type Wind = 'east' | 'south' | 'west' | 'north';

export interface Meld {
  /** `gap`: the two tiles of a declared gold gap, which lie open and still belong to the hand. */
  kind: 'chow' | 'pong' | 'kong' | 'gap';
  /** A concealed kong; an added kong is not concealed. */
  concealed: boolean;
  /** The tiles as they lie; `?` where they are not shown. */
  tiles: Tile[];
  /** Which of the tiles was claimed, and from whom; absent for what was made from the own hand. */
  claimed?: { index: number; from: Place };
}

export interface RiverTile {
  tile: Tile;
  /** True once somebody has taken it into a meld: it stays as a mark only. */
  claimed?: boolean;
}

export interface SeatView {
  /** Seat number of the match, 0 to 3. */
  seat: number;
  name: string;
  kind: 'person' | 'bot';
  wind: Wind;
  points: number;
  connected: boolean;
  autopilot: boolean;
  /** The concealed tiles without the drawn one; `?` for those that the viewer may not see. */
  hand: Tile[];
  /** The tile just drawn, kept apart; null where there is none. */
  drawn: Tile | null;
  melds: Meld[];
  flowers: Tile[];
  river: RiverTile[];
  /** Has discarded a gold and may win by self-draw only (F9). */
  goldLock: boolean;
  /** The level of its tour, as far as the viewer knows; 0 where there is none. */
  tour?: number;
  /** Has declared the gold gap: its hand is locked. */
  gap?: boolean;
  /** Drew the fifth-last tile: pays for all if its discard is won on (S5). */
  liable?: boolean;
}

export interface Wall {
  /** For each place, the tiles left (0, 1 or 2) in its 18 stacks, from its owner's right end on. */
  stacks: [number[], number[], number[], number[]];
  /** The first stack of the deal, and the stack under the indicator; for display only. */
  head: { place: Place; stack: number } | null;
  indicator: { place: Place; stack: number } | null;
}

export interface Wait {
  tile: Tile;
  /** Copies that the viewer has not seen. */
  left: number;
  /** What it would pay; null where that is not known. */
  points: number | null;
}

export interface Clock {
  /** Who is being asked; several at once where a discard can be claimed. */
  places: Place[];
  /** Milliseconds. */
  total: number;
  /** The moment at which it runs out, in the time of `performance.now()`; null where there is no limit. */
  until: number | null;
  /** Extra time that runs after `until`, of the supply of a deal; in milliseconds. */
  extra?: { left: number; of: number };
}

/** The coach of a table that has one, for who sits there. */
export interface Coach {
  /** Whether there is a question to ask it about. */
  open: boolean;
  /** Whether it was asked and has not answered yet. */
  asked: boolean;
  /** What it says to the open question. */
  advice: Explanation | null;
  /** Why it had nothing to say when it was asked last. */
  trouble: 'late' | 'busy' | null;
}

export interface TableModel {
  /** For one who has no seat here: whose hand is seen, null where only what lies open is. */
  watching?: { name: string | null };
  rulesName: string;
  dealName: string;
  seats: [SeatView, SeatView, SeatView, SeatView];
  dealer: Place;
  /** 0 in the dealer's first deal. */
  streak: number;
  /** Whose turn it is; null before the first and after the last. */
  turn: Place | null;
  clock: Clock | null;
  gold: Tile | null;
  /** Drawable tiles left. */
  left: number;
  /** True once tiles are only drawn and no longer discarded (F15). */
  lastDraws: boolean;
  /** Tiles to go until the last draws, where whoever draws there is liable; null while that is far. */
  countdown?: number | null;
  wall: Wall;
  /** The tile that may be claimed now: the last of this seat's river, or the tile that makes a kong. */
  live: { place: Place; tile: Tile } | null;
  /** What the viewer may do now, in the words of the protocol: `discard:5p`, `chow:3m`, `pong`, `win`, `pass`... */
  moves: string[];
  /** What the viewer might try and may not, with the key of its reason (`reason.KEY` in the catalogue). */
  refused: Record<string, string>;
  /** What each offered win would pay in all, as far as that is known. */
  pays: Record<string, number>;
  /** What it would count as, such as a special, where more than the sum counts. */
  named: Record<string, string>;
  /** What the hand waits for. */
  waits: Wait[];
  /** Whether every tile that the viewer has not seen is among them. */
  anyTile: boolean;
  /** On the own turn: what it would wait for after discarding that tile. */
  waitsAfter: Record<Tile, Wait[]>;
  /** The discards after which any tile will do. */
  anyAfter: Tile[];
  coach: Coach | null;
  /** How the deal ended, for the last picture of it. */
  ended: { kind: 'win'; winner: Place } | { kind: 'drawn' } | null;
}

export function isGold(model: TableModel, tile: Tile): boolean {
  return model.gold !== null && tile === model.gold;
}

/** Tells whether the viewer is asked to discard. */
export function mayDiscard(model: TableModel): boolean {
  return model.moves.some((move) => move.startsWith('discard:'));
}
