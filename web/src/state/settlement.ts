/** What the settlement shows, worked out of the folded table; every sum is the server's, none is made here twice. */
import type { Four, Seat, TileName, WinBy } from '../net/names';
import type { Group, Item } from '../net/protocol';
import { meldTiles, type TableState } from './fold';
import type { Proof } from './shuffle';
import { byHand, HIDDEN } from './tiles';

export interface ShownTile {
  /** The tile that was held. */
  tile: TileName;
  /** What it was read as; the same unless it is a wild tile. */
  stands: TileName;
  gold: boolean;
  /** It made the hand complete. */
  winning: boolean;
}

export interface ShownGroup {
  kind: Group['kind'];
  open: boolean;
  /** A kong that was never shown: its outer tiles lie face down. */
  concealedKong: boolean;
  tiles: ShownTile[];
}

export interface SeatLine {
  seat: Seat;
  /** Points of the room for the whole deal, instant payments and stake included. */
  total: number;
  before: number;
  after: number;
  /** The part of `total` that the win itself moved, before the stake. */
  forWin: number;
  /** The sum that led to `forWin`, empty where the seat pays nothing for the win. */
  formula: string;
  /** Parts of `total` that were paid during the deal. */
  instant: { reason: string; points: number }[];
}

export interface ShownHand {
  seat: Seat;
  melds: { tiles: TileName[]; concealedKong: boolean }[];
  hand: TileName[];
  flowers: TileName[];
}

export interface Settlement {
  number: number;
  dealer: Seat;
  streak: number;
  gold: TileName | null;
  /** null where nobody won. */
  win: {
    seat: Seat;
    by: WinBy;
    source: Seat | null;
    special: string | null;
    passedOver: string[];
    groups: ShownGroup[];
    flowers: TileName[];
    items: Item[];
    formula: string;
    /** Points of the room that the winner gains by this deal. */
    gain: number;
  } | null;
  stake: number;
  lines: [SeatLine, SeatLine, SeatLine, SeatLine];
  /** Whether any points moved during the deal. */
  hasInstant: boolean;
  hands: ShownHand[];
  /** What the shuffle can be checked with. */
  proof: Proof;
}

const FOUR: Seat[] = [0, 1, 2, 3];

/** A group of the server's answer as it is shown. */
export function shown(group: Group, gold: TileName | null): ShownGroup {
  return {
    kind: group.kind,
    open: group.open ?? false,
    concealedKong: group.kind === 'kong' && group.open !== true,
    tiles: group.tiles.map((tile, index) => ({
      tile,
      stands: group.stands[index] ?? tile,
      gold: tile === gold && !group.open,
      winning: false,
    })),
  };
}

/** Marks one tile as the winning one: a plain copy where there is one, of those the last. */
export function markWinning(groups: ShownGroup[], tile: TileName | null): ShownGroup[] {
  if (tile === null) return groups;
  let at: [number, number] | null = null;
  groups.forEach((group, index) => {
    if (group.open || group.concealedKong) return;
    group.tiles.forEach((own, place) => {
      if (own.tile === tile) at = [index, place];
    });
  });
  if (at === null) return groups;
  const [where, place] = at as [number, number];
  return groups.map((group, index) =>
    index === where
      ? { ...group, tiles: group.tiles.map((own, own_place) => (own_place === place ? { ...own, winning: true } : own)) }
      : group,
  );
}

/** The winner's hand as one row of groups where the scorer gave none, such as three golds in an unfinished hand. */
function ungrouped(table: TableState, seat: Seat, hand: TileName[]): ShownGroup[] {
  const melds = table.seats[seat].melds.map((meld): ShownGroup => ({
    kind: meld.kind,
    open: !meld.concealed,
    concealedKong: meld.kind === 'kong' && meld.concealed,
    tiles: meldTiles(meld).map((tile) => ({ tile, stands: tile, gold: false, winning: false })),
  }));
  const rest = hand.slice().sort(byHand(table.gold)).map((tile) => ({
    tile, stands: tile, gold: tile === table.gold, winning: false,
  }));
  return [...melds, { kind: 'single', open: false, concealedKong: false, tiles: rest }];
}

/** Every tile that left the wall, the indicator included, or null where a face is hidden or the indicator was won. */
function everyTile(table: TableState, hands: TileName[][]): TileName[] | null {
  const { win } = table;
  if (win?.by === 'rob_gold') return null;
  /* A tile that was claimed to win lies in nobody's hand. */
  const won = win !== null && win.tile !== null && hands[win.seat]!.length % 3 === 1 ? [win.tile] : [];
  const tiles = [
    ...hands.flat(),
    ...won,
    ...table.seats.flatMap(({ melds, flowers, river }) => [
      ...melds.flatMap(meldTiles), ...flowers, ...river.filter(({ claimed }) => !claimed).map(({ tile }) => tile),
    ]),
    ...(table.gold === null ? [] : [table.gold]),
  ];
  return tiles.includes(HIDDEN) ? null : tiles;
}

/** The settlement of a deal that is over, or null while it runs; `match` is the name that its shuffle depends on. */
export function settle(table: TableState, stake: number, match = ''): Settlement | null {
  const { outcome, win } = table;
  if (outcome === null) return null;
  const paid: Four = win?.score.payments ?? [0, 0, 0, 0];
  const lines = FOUR.map((seat): SeatLine => {
    const due = win?.score.dues?.find((own) => own.seat === seat);
    return {
      seat,
      total: outcome.payments[seat],
      before: outcome.scores[seat] - outcome.payments[seat],
      after: outcome.scores[seat],
      forWin: paid[seat],
      formula: due?.formula ?? '',
      instant: table.payments
        .map(({ reason, payments }) => ({ reason, points: payments[seat] }))
        .filter(({ points }) => points !== 0),
    };
  }) as Settlement['lines'];

  return {
    number: table.number,
    dealer: table.dealer,
    streak: table.streak,
    gold: table.gold,
    win: win && {
      seat: win.seat,
      by: win.by,
      source: win.source,
      special: win.score.special ?? null,
      passedOver: win.score.passed_over ?? [],
      groups: win.score.groups?.length
        ? markWinning(win.score.groups.map((group) => shown(group, table.gold)), win.tile)
        : markWinning(ungrouped(table, win.seat, win.hand), win.tile),
      flowers: table.seats[win.seat].flowers,
      items: win.score.items,
      formula: win.score.formula,
      gain: outcome.payments[win.seat],
    },
    stake,
    lines,
    hasInstant: table.payments.length > 0,
    hands: FOUR.map((seat) => ({
      seat,
      melds: table.seats[seat].melds.map((meld) => ({
        tiles: meldTiles(meld),
        concealedKong: meld.kind === 'kong' && meld.concealed,
      })),
      hand: (outcome.hands[seat] as TileName[]).slice().sort(byHand(table.gold)),
      flowers: table.seats[seat].flowers,
    })),
    proof: {
      match, number: table.number, seed: outcome.seed, commitment: table.commitment, entropy: table.entropy, dealer: table.dealer,
      dice: table.dice, takings: table.takings, seen: everyTile(table, outcome.hands),
    },
  };
}

/** The value of a printed sum such as `(5 + 8) x 2 + 30`: additions and products of whole numbers, nothing else. */
export function evaluate(formula: string): number {
  const tokens = formula.match(/\d+|[()+x×-]/g) ?? [];
  let at = 0;
  const factor = (): number => {
    const token = tokens[at++];
    if (token === '(') {
      const inner = sum();
      if (tokens[at++] !== ')') throw new Error(`unbalanced sum: ${formula}`);
      return inner;
    }
    if (token === '-') return -factor();
    if (token === undefined || !/^\d+$/.test(token)) throw new Error(`not a sum: ${formula}`);
    return Number(token);
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === 'x' || tokens[at] === '×') {
      at += 1;
      value *= factor();
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign = tokens[at]; sign === '+' || sign === '-'; sign = tokens[at]) {
      at += 1;
      value += sign === '+' ? product() : -product();
    }
    return value;
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`not a sum: ${formula}`);
  return value;
}
