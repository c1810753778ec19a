/* Invented moments of a deal, to look at. None of them needs to be legal. */
import { FACES, type Tile } from '../tiles/notation';
import type { Explanation, MoveReason } from '../net/protocol';
import type { Coach, Meld, Place, SeatView, TableModel, Wait, Wind } from '../table/model';
import { wallLeft } from '../table/wall';

/** The gold as Fuzhou opens it. */
const OPENED = { head: false, place: 1, count: 1, before: 0 };

const WINDS: Wind[] = ['north', 'east', 'south', 'west'];
const NAMES = ['茉莉', '阿诚', '闽江夜雨', '小鱼丸'];

function tiles(text: string): Tile[] {
  return text.split(' ').filter(Boolean).flatMap((run) => [...run.slice(0, -1)].map((n) => (run === '?' ? '?' : n + run.at(-1)!)));
}

function hidden(count: number): Tile[] {
  return Array<Tile>(count).fill('?');
}

function chow(run: string, index: number, from: Place): Meld {
  return { kind: 'chow', concealed: false, tiles: tiles(run), claimed: { index, from } };
}
function pong(tile: Tile, from: Place): Meld {
  return { kind: 'pong', concealed: false, tiles: [tile, tile, tile], claimed: { index: 1, from } };
}
function kong(tile: Tile): Meld {
  return { kind: 'kong', concealed: true, tiles: ['?', tile, tile, '?'] };
}

function seat(place: Place, more: Partial<SeatView>): SeatView {
  return {
    seat: place, name: NAMES[place]!, kind: place ? 'bot' : 'person', wind: WINDS[place]!, points: [1036, 1102, 958, 904][place]!,
    connected: true, autopilot: false, hand: place ? hidden(16) : [], drawn: null, melds: [], flowers: [], river: [], goldLock: false, ...more,
  };
}

function river(text: string, claimed: number[] = []): SeatView['river'] {
  return tiles(text).map((tile, i) => ({ tile, claimed: claimed.includes(i) }));
}

const WAITS: Wait[] = [
  { tile: '3m', left: 2, points: 11 }, { tile: '8m', left: 2, points: 11 }, { tile: '3p', left: 4, points: 13 },
  { tile: '6p', left: 0, points: 11 }, { tile: '9s', left: 2, points: 12 }, { tile: '1s', left: 1, points: 26 },
];

function base(): TableModel {
  return {
    rulesName: '福州 · 联众', dealName: '东风圈 第 3 局', dealer: 1, streak: 2, turn: 3, gold: '1s', left: 14, lastDraws: false,
    clock: { places: [0], total: 15000, until: performance.now() + 9400, extra: { left: 15000, of: 20000 } },
    wall: wallLeft(1, 9, 88, 22, OPENED),
    live: null, moves: [], refused: {}, pays: {}, named: {}, waits: [], anyTile: false, waitsAfter: {}, anyAfter: [], coach: null, ended: null,
    seats: [
      seat(0, { hand: tiles('11s 2488m 45666p 67899s'), flowers: tiles('2z 5z 3f 5f'), river: river('9m 1p 1m 8s 9p 2p') }),
      seat(1, { hand: hidden(10), melds: [chow('345m', 1, 0), kong('4s')], flowers: tiles('44z 7z 48f'), river: river('9m 1p 9p 8s 2p 7m 3s 8p', [4]) }),
      seat(2, { hand: hidden(10), melds: [chow('789p', 0, 1), pong('6m', 3)], flowers: tiles('3z 6z 1f'), river: river('1p 9m 3s 1m 2p 7s 5m') }),
      seat(3, { hand: hidden(13), melds: [pong('2s', 0)], flowers: tiles('11z 7f'), river: river('1m 9p 9m 8s 1p 3m 2p 6p') }),
    ],
  };
}

function withSeat(model: TableModel, place: Place, change: Partial<SeatView>): TableModel {
  const seats = [...model.seats] as TableModel['seats'];
  seats[place] = { ...seats[place], ...change };
  return { ...model, seats };
}

function claim(): TableModel {
  return { ...base(), live: { place: 3, tile: '6p' }, moves: ['chow:4p', 'pong', 'kong', 'win', 'pass'], pays: { win: 33 }, waits: WAITS };
}

function many(): TableModel {
  return { ...claim(), moves: ['chow:4p', 'chow:5p', 'chow:6p', 'pong', 'kong', 'win', 'pass'] };
}

function draw(): TableModel {
  const model = withSeat({ ...base(), turn: 0, left: 13, pays: { win: 66 }, waits: [] }, 0, { drawn: '3p' });
  const held = [...new Set([...model.seats[0].hand, '3p'])];
  return {
    ...model,
    moves: [...held.filter((tile) => tile !== '4p').map((tile) => `discard:${tile}`), 'concealed_kong:6p', 'win', 'pass'],
    refused: { 'discard:4p': 'no_swap' },
    waitsAfter: { '2m': WAITS.slice(0, 3), '3p': WAITS, '9s': WAITS.slice(2) },
  };
}

const RIVER = '199m 1p 9p 98s 2p 2m 3s 8p 7m 3p 4s 5m 7p 6s 3m 5p';

function crowded(rivers = 18): TableModel {
  const model = claim();
  const long = tiles(RIVER + ' 2468m 1357p').slice(0, rivers).map((tile, i) => ({ tile, claimed: i % 7 === 3 }));
  const melds: Meld[] = [chow('345m', 1, 0), kong('4s'), chow('789p', 0, 1), pong('6m', 3), pong('2s', 0)];
  const flowers = tiles('1112233344z 5566777z 1258f 36f');
  const seats = model.seats.map((old, i) => ({
    ...old, river: [...long.slice(0, -1), { tile: i === 3 ? '6p' : '5p' }], flowers: flowers.slice(0, [22, 21, 14, 10][i]), goldLock: i === 2, autopilot: i === 1, connected: i !== 3,
    name: i === 2 ? '名字特别特别长的玩家先生' : old.name,
    ...(i ? { melds: melds.slice(0, [0, 5, 4, 5][i]), hand: hidden([0, 1, 4, 1][i]!) } : { melds: [pong('8m', 1)], hand: tiles('11s 24m 45666p 6789s') }),
  })) as unknown as TableModel['seats'];
  return { ...model, seats, left: 6 };
}

function fiveMelds(): TableModel {
  const model = crowded(24);
  const melds: Meld[] = [kong('8m'), kong('4s'), chow('789p', 0, 1), kong('6m'), pong('2s', 1)];
  return withSeat({ ...model, live: null, turn: 0, moves: ['discard:5p', 'discard:1s'], waits: WAITS.slice(0, 1) }, 0, { melds, hand: ['1s'], drawn: '5p', autopilot: true });
}

function opening(): TableModel {
  const model = base();
  const wall = wallLeft(1, 9, 65, 0, null);
  const seats = model.seats.map((old, i) => ({
    ...old, river: [], melds: [], flowers: [], hand: i ? hidden(16) : tiles('11s 248m 456p 6789s 233m 1z'), drawn: i === 1 ? '?' : null,
  })) as unknown as TableModel['seats'];
  return { ...model, seats, wall, gold: null, left: 61, clock: null, turn: 1 };
}

function lastDraws(): TableModel {
  return { ...base(), left: 3, lastDraws: true, turn: 2, clock: null, wall: wallLeft(1, 9, 100, 24, OPENED) };
}

function ended(): TableModel {
  const model = withSeat({ ...base(), ended: { kind: 'win', winner: 2 }, clock: null, turn: null }, 2, { hand: tiles('1s 33m 456s 2233p'), drawn: '1s' });
  const right = withSeat(model, 1, { hand: tiles('24m 1133p 5678s') });
  return withSeat(right, 3, { hand: tiles('12345m 789p 11289s') });
}

/** The dealer before the first discard: seventeen tiles, none of them drawn. */
function dealer(): TableModel {
  const model = withSeat({ ...base(), dealer: 0, turn: 0, left: 58 }, 0, { hand: tiles('11s 2488m 45666p 67899s 3p'), drawn: null, river: [] });
  return { ...model, moves: model.seats[0].hand.map((tile) => `discard:${tile}`) };
}

/** Own turn with the time of the turn over and the extra time running. */
function late(): TableModel {
  return { ...draw(), clock: { places: [0], total: 15000, until: performance.now() - 6600, extra: { left: 20000, of: 20000 } } };
}

function refusedWin(): TableModel {
  return { ...claim(), moves: ['pong', 'pass'], refused: { win: 'gold_lock', kong: 'no_kong_after_claim' } };
}

const COACH: Coach = { open: true, asked: false, advice: null, trouble: null };

function advises(...options: MoveReason[]): Coach {
  const advice: Explanation = { bot: 'expert', move: options[0]!.move, options };
  return { ...COACH, advice };
}

const useful = (text: string, left: number[]) => tiles(text).map((tile, i) => ({ tile, left: left[i]! }));

function coach(): TableModel {
  return {
    ...draw(),
    pays: {},
    moves: draw().moves.filter((move) => move.startsWith('discard:')),
    coach: advises(
      { move: 'discard:2m', distance: 1, useful: useful('3m 8m 3p 9s 1s', [2, 2, 4, 2, 1]), points: 11.84, danger: 0.021, cost: 0.4 },
      { move: 'discard:3p', distance: 1, useful: useful('3m 8m 9s', [2, 2, 2]), points: 8.31, danger: 0.094, cost: 1.7 },
      { move: 'discard:9s', distance: 2, useful: useful('13m 23789p 24568s', [1, 2, 4, 3, 4, 2, 1, 1, 2, 3, 4, 2]), points: 2.12, danger: 0, cost: 0 },
      { move: 'discard:4m', distance: 2, useful: useful('3m 23p', [2, 4, 3]), points: -1.4, danger: 0.12, cost: 2.6 },
    ),
  };
}

function coachClaim(change: TableModel = claim()): TableModel {
  return {
    ...change,
    coach: advises(
      { move: 'pass', distance: 1, useful: useful('3m 8m 3p 9s 1s', [2, 2, 4, 2, 1]), points: 6.2 },
      { move: 'chow:4p', distance: 1, points: 4.05 },
      { move: 'pong', distance: 2, points: 1.9 },
      { move: 'win', distance: 0, points: -3.3 },
      { move: 'kong', distance: 2, useful: useful('3m 8m 3p 9s 1s', [2, 2, 4, 2, 1]), points: -6.2 },
    ),
  };
}

/** Whatever tile comes completes the hand. */
function any(): TableModel {
  const kinds = FACES.slice(0, 27).map((tile): Wait => ({ tile, left: 3, points: 24 }));
  return { ...base(), waits: kinds, anyTile: true, coach: { ...COACH, open: false } };
}

export const MOMENTS: Record<string, () => TableModel> = { claim, many, draw, crowded, crowded24: () => crowded(24), five: fiveMelds, opening, last: lastDraws, ended, refused: refusedWin, dealer, late, coach, coach_claim: coachClaim, coach_crowded: () => coachClaim(crowded()), coach_five: () => ({ ...fiveMelds(), coach: COACH }), any };
export { OPENED, base, hidden, tiles, withSeat };
export const ALL = FACES;
