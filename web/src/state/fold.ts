/**
 * The table as one seat knows it: the fold of the events it was sent.
 *
 * No rule is decided here. Every function is pure: a state is never changed, a new one is made.
 */
import type { Four, Seat, TileName, WinBy } from '../net/names';
import type { Score, TableEvent, WallNumbers } from '../net/protocol';
import type { Opening } from '../table/wall';
import type { Taking } from './shuffle';
import { above, order, without } from './tiles';

export interface Meld {
  kind: 'chow' | 'pong' | 'kong';
  /** The lowest tile of a chow, otherwise the kind of all its tiles; `?` where it is hidden. */
  tile: TileName;
  concealed: boolean;
  claimed: TileName | null;
  source: Seat | null;
}

export interface RiverTile { tile: TileName; claimed: boolean }

export interface SeatState {
  /** Concealed tiles, hidden ones as `?`; in canonical order, golds by their face. */
  hand: TileName[];
  melds: Meld[];
  flowers: TileName[];
  /** The discards in order; a claimed one stays, as a mark of where it was taken. */
  river: RiverTile[];
  /** Whether this seat has discarded a gold in the deal, and whether its newest discard was one. */
  goldThrown: boolean;
  goldLast: boolean;
  /** Two tiles laid open by the gold gap; they stay part of the hand. */
  gap: TileName[];
  points: number;
}

export interface WonDeal {
  seat: Seat;
  by: WinBy;
  tile: TileName | null;
  source: Seat | null;
  hand: TileName[];
  score: Score;
  /** What a dealer who robbed the gold threw in exchange for it. */
  discard: TileName | null;
}

export interface InstantPayment { reason: string; payments: Four }

export interface Outcome {
  hands: TileName[][];
  payments: Four;
  scores: Four;
  seed: string;
}

export interface Wall {
  /** Tiles taken from the head and from the tail, the indicator and passed flowers included. */
  head: number;
  tail: number;
}

export interface TableState {
  number: number;
  round: number;
  /** How often the deal has passed on in this round: with the round it names the deal (L16). */
  passed: number;
  dealer: Seat;
  streak: number;
  dice: [number, number];
  breakSeat: Seat;
  breakStack: number;
  commitment: string;
  /** What the seats added to the shuffle. */
  entropy: string[];
  /** Whatever left the wall, in order, to check the shuffle with in the end. */
  takings: Taking[];
  /** Points before this deal. */
  before: Four;
  seats: [SeatState, SeatState, SeatState, SeatState];
  wall: Wall;
  gold: TileName | null;
  /** How the wall was opened for the gold; null before it. */
  opened: Opening | null;
  /** Who drew last and what, until that seat acts; a claimant who must discard has drawn nothing. */
  drawn: { seat: Seat; tile: TileName } | null;
  /** The newest discard while it lies unclaimed, the one that glows. */
  live: { seat: Seat; tile: TileName } | null;
  lastDraws: number | null;
  /** The newest ordinary draw, with the wall before it; null once another kind of draw is all there is. */
  ordinary: { seat: Seat; wall: Wall } | null;
  /** The level of each seat's tour as far as it was announced. */
  tours: Four;
  payments: InstantPayment[];
  win: WonDeal | null;
  /** True once nobody won. */
  drawnDeal: boolean;
  outcome: Outcome | null;
  ranking: Seat[] | null;
}

const WALL_TILES = 144;
const FOUR: Seat[] = [0, 1, 2, 3];

type Seats = TableState['seats'];

const byOrder = (a: TileName, b: TileName) => order(a) - order(b);

function withSeat(seats: Seats, seat: Seat, change: (state: SeatState) => Partial<SeatState>): Seats {
  const copy = seats.slice() as Seats;
  copy[seat] = { ...seats[seat], ...change(seats[seat]) };
  return copy;
}

const gains = (hand: TileName[], tiles: TileName[]) => [...hand, ...tiles].sort(byOrder);
const loses = (hand: TileName[], tiles: TileName[]) => tiles.reduce(without, hand);

/** Marks the newest discard of `source` as taken: it has become part of a meld or a win. */
function lift(seats: Seats, source: Seat, tile: TileName): Seats {
  return withSeat(seats, source, ({ river }) => {
    const last = river[river.length - 1];
    if (last === undefined || last.claimed || last.tile !== tile) throw new Error(`seat ${source} did not just discard ${tile}`);
    return { river: [...river.slice(0, -1), { tile, claimed: true }] };
  });
}

function taken(wall: Wall, count: number, tail: boolean | undefined): Wall {
  return tail ? { ...wall, tail: wall.tail + count } : { ...wall, head: wall.head + count };
}

function claim(state: TableState, seat: Seat, source: Seat, meld: Meld, from: TileName[], claimed: TileName): TableState {
  const seats = withSeat(lift(state.seats, source, claimed), seat, (own) => ({
    hand: loses(own.hand, from),
    melds: [...own.melds, meld],
  }));
  return { ...state, seats, live: null, drawn: null };
}

function withTour(tours: Four, seat: Seat, level: number): Four {
  const copy: Four = [...tours];
  copy[seat] = level;
  return copy;
}

/** The empty table that a `start` event sets up. */
function begin(event: Extract<TableEvent, { type: 'start' }>): TableState {
  const seat = (index: Seat): SeatState => ({
    hand: [], melds: [], flowers: [], river: [], goldThrown: false, goldLast: false, gap: [], points: event.scores[index],
  });
  return {
    number: event.number,
    round: event.round ?? 0,
    passed: event.passed ?? 0,
    dealer: event.dealer,
    streak: event.streak,
    dice: event.dice,
    breakSeat: event.break_seat,
    breakStack: event.break_stack,
    commitment: event.commitment ?? '',
    entropy: event.entropy ?? [],
    takings: [],
    before: event.scores,
    seats: FOUR.map(seat) as Seats,
    wall: { head: 0, tail: 0 },
    gold: null,
    opened: null,
    drawn: null,
    live: null,
    lastDraws: null,
    ordinary: null,
    tours: [0, 0, 0, 0],
    payments: [],
    win: null,
    drawnDeal: false,
    outcome: null,
    ranking: null,
  };
}

type Handlers = { [K in TableEvent['type']]: (state: TableState, event: Extract<TableEvent, { type: K }>) => TableState };

const HANDLERS: Handlers = {
  start: (_, event) => begin(event),

  take: (state, { seat, tiles, tail }) => ({
    ...state,
    wall: taken(state.wall, tiles.length, tail),
    takings: [...state.takings, { what: 'tiles', seat, tiles, tail: tail ?? false }],
    seats: withSeat(state.seats, seat, ({ hand }) => ({ hand: gains(hand, tiles) })),
  }),

  flowers: (state, { seat, tiles }) => ({
    ...state,
    drawn: null,
    seats: withSeat(state.seats, seat, ({ hand, flowers }) => ({
      hand: loses(hand, tiles),
      flowers: [...flowers, ...tiles],
    })),
  }),

  gold: (state, { tile, passed = [], place = 1, head = false }) => ({
    ...state,
    gold: tile,
    opened: { head, place, count: 1 + passed.length, before: state.wall.tail },
    wall: taken(state.wall, 1 + passed.length, !head),
    takings: [...state.takings, { what: 'gold', tile, passed, place, head }],
    seats: withSeat(state.seats, state.dealer, ({ flowers }) => ({ flowers: [...flowers, ...passed] })),
  }),

  draw: (state, { seat, tile, tail }) => ({
    ...state,
    drawn: { seat, tile },
    live: null,
    ordinary: tail ? state.ordinary : { seat, wall: state.wall },
    wall: taken(state.wall, 1, tail),
    takings: [...state.takings, { what: 'tiles', seat, tiles: [tile], tail: tail ?? false }],
    seats: withSeat(state.seats, seat, ({ hand }) => ({ hand: gains(hand, [tile]) })),
  }),

  discard: (state, { seat, tile }) => ({
    ...state,
    drawn: null,
    live: { seat, tile },
    tours: withTour(state.tours, seat, 0),
    seats: withSeat(state.seats, seat, ({ hand, river, goldThrown }) => ({
      hand: without(hand, tile),
      river: [...river, { tile, claimed: false }],
      goldThrown: goldThrown || tile === state.gold,
      goldLast: tile === state.gold,
    })),
  }),

  chow: (state, { seat, tile, low, source }) => {
    const run = [low, above(low, 1), above(low, 2)];
    const meld: Meld = { kind: 'chow', tile: low, concealed: false, claimed: tile, source };
    return claim(state, seat, source, meld, without(run, tile), tile);
  },

  pong: (state, { seat, tile, source }) => {
    const meld: Meld = { kind: 'pong', tile, concealed: false, claimed: tile, source };
    return claim(state, seat, source, meld, [tile, tile], tile);
  },

  kong: (state, { seat, tile, kind, source }) => {
    if (kind === 'exposed') {
      const from = source as Seat;
      const meld: Meld = { kind: 'kong', tile, concealed: false, claimed: tile, source: from };
      return claim(state, seat, from, meld, [tile, tile, tile], tile);
    }
    const own = withSeat(state.seats, seat, ({ hand, melds }) => {
      if (kind === 'concealed') {
        const meld: Meld = { kind: 'kong', tile, concealed: true, claimed: null, source: null };
        return { hand: loses(hand, [tile, tile, tile, tile]), melds: [...melds, meld] };
      }
      const at = melds.findIndex((meld) => meld.kind === 'pong' && meld.tile === tile);
      if (at < 0) throw new Error(`seat ${seat} has no pong of ${tile} to add to`);
      const grown = melds.map((meld, index) => (index === at ? { ...meld, kind: 'kong' as const } : meld));
      return { hand: without(hand, tile), melds: grown };
    });
    return { ...state, seats: own, drawn: null, live: null };
  },

  gold_gap: (state, { seat, tiles }) => ({
    ...state,
    seats: withSeat(state.seats, seat, () => ({ gap: tiles })),
  }),

  // Whom it binds only the referee has to know; nothing lies differently.
  tour: (state, { seat, level }) => ({ ...state, tours: withTour(state.tours, seat, level) }),

  last_draws: (state, { left }) => ({ ...state, lastDraws: left, live: null, ordinary: null }),

  payment: (state, { reason, payments }) => ({
    ...state,
    payments: [...state.payments, { reason, payments }],
  }),

  win: (state, { seat, by, hand, score, tile = null, source = null, discard = null }) => {
    let seats = state.seats;
    if (by === 'rob_kong' && source !== null && tile !== null) {
      seats = withSeat(seats, source, ({ melds }) => ({
        melds: melds.map((meld) => (meld.kind === 'kong' && !meld.concealed && meld.tile === tile ? { ...meld, kind: 'pong' as const } : meld)),
      }));
    }
    if (by === 'discard' && source !== null && tile !== null) seats = lift(seats, source, tile);
    seats = withSeat(seats, seat, () => ({ hand: hand.slice().sort(byOrder) }));
    return { ...state, seats, live: null, drawn: null, win: { seat, by, tile, source, hand, score, discard } };
  },

  drawn_deal: (state) => ({ ...state, drawnDeal: true, live: null }),

  end: (state, { hands, payments, scores, seed = '' }) => ({
    ...state,
    drawn: null,
    outcome: { hands, payments, scores, seed },
    seats: state.seats.map((seat, index) => ({
      ...seat,
      hand: (hands[index] as TileName[]).slice().sort(byOrder),
      points: scores[index],
    })) as Seats,
  }),

  match_end: (state, { ranking }) => ({ ...state, ranking: ranking as Seat[] }),
};

/** The table after one more event; only a `start` may come to no table at all. */
export function fold(state: TableState | null, event: TableEvent): TableState {
  if (state === null && event.type !== 'start') throw new Error(`a stream begins with start, not ${event.type}`);
  const handler = HANDLERS[event.type] as (state: TableState | null, event: TableEvent) => TableState;
  return handler(state, event);
}

/** Tiles still in the wall, the reserve included, the indicator not. */
export function tilesLeft(state: TableState): number {
  return WALL_TILES - state.wall.head - state.wall.tail;
}

function flowerSets(flowers: TileName[]): number {
  const count = (wanted: (tile: TileName) => boolean) => flowers.filter(wanted).length;
  const honours = [1, 2, 3, 4, 5, 6, 7].filter((rank) => count((tile) => tile === `${rank}z`) === 4).length;
  const bouquet = (from: number) => count((tile) => tile[1] === 'f' && Number(tile[0]) > from && Number(tile[0]) <= from + 4) === 4;
  return honours + Number(bouquet(0)) + Number(bouquet(4));
}

/** Tiles that may still be drawn, never below zero. */
export function drawable(state: TableState, figures: WallNumbers): number {
  const melds = state.seats.flatMap((seat) => seat.melds).filter(({ kind }) => kind === 'kong');
  const concealed = melds.filter((meld) => meld.concealed).length;
  const sets = state.seats.reduce((sum, { flowers }) => sum + flowerSets(flowers), 0);
  const reserve =
    figures.reserve - Number(figures.counts_indicator) + (melds.length - concealed) * figures.per_exposed_kong +
    concealed * figures.per_concealed_kong + sets * figures.per_flower_set;
  return Math.max(0, tilesLeft(state) - reserve);
}

/** The tiles of a meld as they lie, the claimed one included. */
export function meldTiles(meld: Meld): TileName[] {
  if (meld.kind === 'chow') return [meld.tile, above(meld.tile, 1), above(meld.tile, 2)];
  return Array<TileName>(meld.kind === 'kong' ? 4 : 3).fill(meld.tile);
}
