/** The table's picture: what the session knows, turned to where the viewer sits. Pure. */
import type { Seat, TileName } from '../net/names';
import type { Wait } from '../net/protocol';
import type { Coach, Meld as ShownMeld, Place, SeatView, TableModel, Wait as ShownWait, Wind } from '../table/model';
import { noWall, wallLeft } from '../table/wall';
import { drawable, meldTiles, tilesLeft, type Meld, type SeatState, type TableState } from './fold';
import { eyes, ownSeat, type Deadline, type Session } from './session';
import { without } from './tiles';

/** What the picture needs beyond the session: words that were looked up, such as names in the language chosen. */
export interface Words {
  rulesName: string;
  dealName: string;
  names: [string, string, string, string];
}

const WINDS: Wind[] = ['east', 'south', 'west', 'north'];

/** Where a seat is on the screen of the one who sits at `own`; a watcher looks from seat 0. */
export function placeOf(seat: Seat, own: Seat | null): Place {
  return ((seat - (own ?? 0) + 4) % 4) as Place;
}

/** The seat at a place of the screen. */
export function seatAt(place: Place, own: Seat | null): Seat {
  return ((place + (own ?? 0)) % 4) as Seat;
}

function shownMeld(meld: Meld, own: Seat | null): ShownMeld {
  const tiles = meldTiles(meld);
  const shown: ShownMeld = { kind: meld.kind, concealed: meld.concealed, tiles };
  if (meld.claimed === null || meld.source === null) return shown;
  return { ...shown, claimed: { index: Math.max(0, tiles.indexOf(meld.claimed)), from: placeOf(meld.source, own) } };
}

/** A discarded gold binds as the rule set's option says; the server decides, this only shows it. */
function goldLock(seat: SeatState, session: Session): boolean {
  const lock = session.welcome?.rules.options.gold_lock;
  if (lock === 'deal') return seat.goldThrown;
  return lock === 'go_around' && seat.goldLast;
}

const COUNTDOWN = 5;

/** Whether the rules make whoever draws the fifth-last tile liable (S5); an option like any other. */
const counts = (session: Session) => session.welcome?.rules.options.fifth_last_liability === true;

/** Who drew the fifth-last tile and has not been passed by; the wall before the draw tells. */
function liable(table: TableState, session: Session): Seat | null {
  const figures = session.welcome?.rules.wall;
  const { ordinary } = table;
  if (!figures || !counts(session) || ordinary === null) return null;
  return drawable({ ...table, wall: ordinary.wall }, figures) === COUNTDOWN ? ordinary.seat : null;
}

function seatView(table: TableState | null, session: Session, seat: Seat, words: Words): SeatView {
  const own = eyes(session);
  const presence = session.presence.find((one) => one.seat === seat);
  const person = {
    seat,
    name: words.names[seat],
    kind: presence?.kind === 'bot' ? ('bot' as const) : ('person' as const),
    connected: presence?.connected ?? true,
    autopilot: presence?.autopilot ?? false,
  };
  if (table === null) {
    return { ...person, wind: WINDS[seat] as Wind, points: 0, hand: [], drawn: null, melds: [], flowers: [], river: [], goldLock: false };
  }
  const state = table.seats[seat];
  const drawn = table.drawn?.seat === seat ? table.drawn.tile : null;
  /* What is laid open by the gold gap is taken out of the hand, be the rest of it known or not. */
  const { gap } = state;
  const held = gap.reduce((hand, tile) => without(hand, hand.includes(tile) ? tile : '?'), drawn === null ? state.hand : without(state.hand, drawn));
  return {
    ...person,
    wind: WINDS[(seat - table.dealer + 4) % 4] as Wind,
    points: state.points + paidSoFar(table, session, seat),
    hand: held,
    drawn,
    melds: [...state.melds.map((meld) => shownMeld(meld, own)), ...(gap.length > 0 ? [{ kind: 'gap' as const, concealed: false, tiles: gap }] : [])],
    flowers: state.flowers,
    river: state.river,
    goldLock: goldLock(state, session),
    tour: seat === own ? Math.max(table.tours[seat], session.tour) : table.tours[seat],
    gap: gap.length > 0,
    liable: liable(table, session) === seat,
  };
}

/** What was paid at once during the deal, in points of the room; at its end all points are counted anew. */
function paidSoFar({ outcome, payments }: TableState, { welcome }: Session, seat: Seat): number {
  if (outcome !== null) return 0;
  return (welcome?.stake ?? 1) * payments.reduce((sum, paid) => sum + paid.payments[seat], 0);
}

/** The coach, where the table has one and the viewer sits at it. */
function coach(session: Session): Coach | null {
  const { question, advice, hint, pending, welcome } = session;
  if (welcome?.settings.hints !== 'coach' || ownSeat(session) === null) return null;
  const open = question !== null && pending === null;
  const told = open && advice?.id === question.frame.id ? advice.explanation : null;
  const asked = open && hint?.decision === question.frame.id && hint.trouble === null;
  return { open, asked: asked && told === null, advice: told, trouble: hint?.trouble ?? null };
}

/** What a wait would pay now: more by drawing it, less by claiming it; the better known figure. */
function shownWait({ tile, left, self_draw = null, discard = null }: Wait): ShownWait {
  return { tile, left, points: self_draw ?? discard };
}

/** What everyone sees coming: 5 and fewer tiles to draw, where the fifth-last makes liable. */
function countdown(table: TableState | null, session: Session): number | null {
  const figures = session.welcome?.rules.wall;
  if (table === null || !figures || !counts(session) || table.lastDraws !== null) return null;
  const left = drawable(table, figures);
  return left <= COUNTDOWN ? left : null;
}

/** A clock in the time of this page; `bank` is the extra time of the one who is asked. */
function clock(places: Place[], deadline: Deadline | null, bank = 0, supply = 0): TableModel['clock'] {
  const running = { places, total: deadline?.total ?? 0, until: deadline?.until ?? null };
  return bank > 0 ? { ...running, extra: { left: bank, of: Math.max(bank, supply) } } : running;
}

/** The extra time that a seat has in a deal, in milliseconds. */
function supplyOf(session: Session): number {
  const supply = session.welcome?.settings.bank_seconds;
  return typeof supply === 'number' ? supply * 1000 : 0;
}

function liveTile(table: TableState, session: Session, own: Seat | null): TableModel['live'] {
  const frame = session.question?.frame;
  if (frame?.kind === 'rob_kong' && frame.tile && typeof frame.source === 'number') {
    return { place: placeOf(frame.source, own), tile: frame.tile };
  }
  return table.live && { place: placeOf(table.live.seat, own), tile: table.live.tile };
}

function watching({ welcome }: Session, { names }: Words): Pick<TableModel, 'watching'> {
  if (welcome === null || welcome.seat !== null) return {};
  return { watching: { name: welcome.watches == null ? null : names[welcome.watches] } };
}

/** The picture of a session; a table that has not begun shows four empty places. */
export function tableModel(session: Session, words: Words): TableModel {
  const { table, question } = session;
  const own = eyes(session);
  const seats = ([0, 1, 2, 3] as Place[]).map((place) => seatView(table, session, seatAt(place, own), words));
  const asked = question?.frame ?? null;
  const figures = session.welcome?.rules.wall;
  const turn = session.turn === null ? null : placeOf(session.turn.seat, own);
  const answering = session.pending !== null;
  const waitsAfter: Record<TileName, ShownWait[]> = {};
  for (const { discard, waits } of asked?.ready ?? []) waitsAfter[discard] = waits.map(shownWait);
  const ended = table?.win
    ? ({ kind: 'win', winner: placeOf(table.win.seat, own) } as const)
    : table?.drawnDeal ? ({ kind: 'drawn' } as const) : null;

  return {
    ...watching(session, words),
    rulesName: words.rulesName,
    dealName: words.dealName,
    seats: seats as TableModel['seats'],
    dealer: placeOf(table?.dealer ?? 0, own),
    streak: table?.streak ?? 0,
    turn: ended === null ? turn : null,
    clock: question !== null ? clock([0], question.deadline, question.bank, supplyOf(session)) : turn !== null && session.turn?.deadline ? clock([turn], session.turn.deadline) : null,
    gold: table?.gold ?? null,
    left: table === null ? 0 : figures ? drawable(table, figures) : tilesLeft(table),
    lastDraws: table?.lastDraws != null,
    countdown: countdown(table, session),
    wall: table === null ? noWall() : wallLeft(placeOf(table.dealer, own), table.dice[0] + table.dice[1], table.wall.head, table.wall.tail, table.opened),
    live: table === null ? null : liveTile(table, session, own),
    moves: answering ? [] : (asked?.moves ?? []),
    refused: answering ? {} : Object.fromEntries((asked?.refused ?? []).map(({ move, reason }) => [move, reason])),
    pays: asked?.pays ?? {},
    named: asked?.named ?? {},
    waits: (asked?.waits?.length ? asked.waits : session.waits).map(shownWait),
    anyTile: session.anyTile,
    waitsAfter,
    anyAfter: (asked?.ready ?? []).filter(({ any_tile }) => any_tile).map(({ discard }) => discard),
    coach: coach(session),
    ended,
  };
}
