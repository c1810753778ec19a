/* The answers a player can give, each shown once as what it makes. */
import { inHandOrder, rank, suit, type Tile } from '../tiles/notation';
import type { TableModel } from './model';

export type OfferKind = 'chow' | 'pong' | 'kong' | 'win' | 'three_golds' | 'rob_gold' | 'gold_gap' | 'pass';

export interface Offer {
  move: string;
  kind: OfferKind;
  /** Key of its name in the catalogue. */
  name: string;
  /** The single character or short word that it is known by. */
  sign: string;
  /** The meld that it makes; empty for wins and for passing. */
  tiles: Tile[];
  /** Which of the tiles comes from the table; -1 where all are the player's own. */
  taken: number;
  /** The tiles it takes from the hand. */
  uses: Tile[];
  points: number | null;
  /** What a win would count as; null where its name says so already. */
  special: string | null;
  /** Why it can't be chosen; null where it can. */
  refused: string | null;
  key: string;
}

const SIGNS: Record<OfferKind, string> = {
  chow: 'move.chow', pong: 'move.pong', kong: 'move.kong', win: 'move.win',
  three_golds: 'move.three_golds', rob_gold: 'move.rob_gold', gold_gap: 'move.gold_gap', pass: 'move.pass',
};
const KEYS: Record<OfferKind, string> = { chow: 'c', pong: 'p', kong: 'k', win: 'w', three_golds: 'w', rob_gold: 'w', gold_gap: 'g', pass: ' ' };
const ORDER: OfferKind[] = ['chow', 'pong', 'kong', 'gold_gap', 'rob_gold', 'three_golds', 'win', 'pass'];

interface Parts {
  kind: OfferKind;
  name: string;
  tiles: Tile[];
  taken: number;
}

function parts(move: string, model: TableModel): Parts | null {
  const [verb, tile = ''] = move.split(':') as [string, string?];
  const live = model.live?.tile ?? '';
  switch (verb) {
    case 'chow': {
      const tiles = [0, 1, 2].map((step) => `${rank(tile) + step}${suit(tile)}`);
      return { kind: 'chow', name: 'move.chow', tiles, taken: tiles.indexOf(live) };
    }
    case 'pong': return { kind: 'pong', name: 'move.pong', tiles: [live, live, live], taken: 2 };
    case 'kong': return { kind: 'kong', name: 'move.kong', tiles: [live, live, live, live], taken: 3 };
    case 'concealed_kong': return { kind: 'kong', name: 'move.concealed_kong', tiles: [tile, tile, tile, tile], taken: -1 };
    case 'added_kong': return { kind: 'kong', name: 'move.added_kong', tiles: [tile, tile, tile, tile], taken: -1 };
    case 'win': return { kind: 'win', name: model.live ? 'move.win' : 'move.self_draw', tiles: [], taken: -1 };
    case 'rob_gold': return { kind: 'rob_gold', name: 'move.rob_gold', tiles: [], taken: -1 };
    case 'three_golds': return { kind: 'three_golds', name: 'move.three_golds', tiles: [], taken: -1 };
    case 'gold_gap': return { kind: 'gold_gap', name: 'move.gold_gap', tiles: [tile], taken: -1 };
    case 'pass': return { kind: 'pass', name: 'move.pass', tiles: [], taken: -1 };
    default: return null;
  }
}

function used({ kind, tiles, taken, name }: Parts): Tile[] {
  if (name === 'move.added_kong' || kind === 'gold_gap') return tiles.slice(0, 1);
  return tiles.filter((_, i) => i !== taken);
}

/** The rows of a table of points that say no more than the button does. */
const PLAIN = ['self_draw', 'discard', 'rob_kong'];

/** What a win counts as beyond what its button says. */
function special({ named }: TableModel, move: string): string | null {
  const name = named[move];
  return name === undefined || name === move || PLAIN.includes(name) ? null : name;
}

/** Lists the buttons for a model: everything but discards, in a fixed order, best to the right. */
export function offers(model: TableModel): Offer[] {
  const open = model.moves.map((move) => [move, null] as const);
  const shut = Object.entries(model.refused).filter(([move]) => !model.moves.includes(move));
  const found = [...open, ...shut].flatMap(([move, refused]): Offer[] => {
    const made = parts(move, model);
    if (!made) return [];
    const [points, counts] = refused ? [null, null] : [model.pays[move] ?? null, special(model, move)];
    return [{ ...made, move, sign: SIGNS[made.kind], uses: used(made), points, special: counts, refused, key: KEYS[made.kind] }];
  });
  return found.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.move.localeCompare(b.move));
}

/** Picks out the positions in a hand that an offer would take. */
export function positionsUsed(hand: readonly Tile[], uses: readonly Tile[]): Set<number> {
  const wanted = [...uses];
  const positions = new Set<number>();
  hand.forEach((tile, i) => {
    const at = wanted.indexOf(tile);
    if (at >= 0) {
      wanted.splice(at, 1);
      positions.add(i);
    }
  });
  return positions;
}

/** The viewer's hand in the order in which it is held. */
export function heldHand(model: TableModel): Tile[] {
  return inHandOrder(model.seats[0].hand, model.gold);
}
