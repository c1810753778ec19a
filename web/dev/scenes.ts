/* Single moments of a match, as the frames that a server would send. */
import type { TableBody } from '../src/net/protocol';
import type { Four } from '../src/net/names';
import type { ClientFrame, End, Presence, ReadyCheck, SeatState as SeatPresence, ServerFrame, TableEvent, Welcome, Win } from '../src/net/protocol';

export interface Scene {
  frames: ServerFrame[];
  summary: TableBody | null;
  answers?: (frame: ClientFrame) => ServerFrame[];
}

const NAMES = ['茉莉', '闽江夜雨', '阿诚', '小鱼丸'] as const;
const COMMITMENT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const WELCOME: Welcome = {
  type: 'welcome', table: 'demo', seat: 0, seq: 0, length: '1 round', stake: 1, names: [...NAMES], resumed: false, protocol: 1,
  rules: { key: 'fuzhou-ourgame', options: { gold_lock: 'go_around' }, differences: {}, wall: { reserve: 18, per_exposed_kong: 1, per_concealed_kong: 2, per_flower_set: 2, counts_indicator: false, last_draws: 4 } },
  settings: { turn_seconds: 20, claim_seconds: 8, bank_seconds: 20, autopilot_after: 2, hints: 'waits' },
};

function presence(change: Partial<SeatPresence>[] = []): Presence {
  const seats = NAMES.map((name, seat): SeatPresence => ({
    seat: seat as 0, name, kind: seat === 0 ? 'person' : 'bot', connected: true, autopilot: false, ready: true, ...change[seat],
  }));
  return { type: 'presence', seats: seats as Presence['seats'] };
}

const READY: ReadyCheck = { type: 'ready_check', number: 4, remaining_ms: 60_000, commitment: COMMITMENT, ready: [false, true, true, true] };

const summary = (seats: TableBody['seats'], seat: TableBody['seat'], started = false): TableBody => ({
  table: 'demo', rules: 'fuzhou-ourgame', options: {}, length: '1 round', stake: 1, settings: WELCOME.settings,
  phase: started ? 'playing' : 'gathering', started, over: false, seat, seats,
});
const SEATED = summary(presence().seats, 0, true);

const hidden = (count: number) => Array<string>(count).fill('?');

/** A deal as seat 0 sees it, up to the moment before its end. */
function opening(scores: Four, own: string[], flowers: string[], gold = '1s'): TableEvent[] {
  return [
    { type: 'start', number: 3, dealer: 0, streak: 3, scores, dice: [5, 2], break_seat: 2, break_stack: 7, round: 0, commitment: COMMITMENT },
    { type: 'take', seat: 0, tiles: [...flowers, ...own].slice(0, 17) },
    { type: 'take', seat: 1, tiles: hidden(16) },
    { type: 'take', seat: 2, tiles: hidden(16) },
    { type: 'take', seat: 3, tiles: hidden(16) },
    ...(flowers.length ? [{ type: 'flowers', seat: 0, tiles: flowers } as TableEvent, { type: 'take', seat: 0, tiles: [...flowers, ...own].slice(17), tail: true } as TableEvent] : []),
    { type: 'gold', tile: gold },
  ];
}

const FLOWERS = ['2z', '2z', '1z', '5z', '1f', '4f', '5f', '7f'];
const OTHERS = [
  ['1m', '1m', '3m', '5m', '6m', '2p', '2p', '4p', '6p', '8p', '9p', '2s', '3s', '4s', '6s', '9s'],
  ['4m', '5m', '6m', '9m', '9m', '1p', '1p', '3p', '5p', '6p', '7p', '3s', '3s', '5s', '7s', '8s'],
  ['1m', '2m', '3m', '7m', '7m', '9m', '1p', '5p', '8p', '8p', '9p', '4s', '4s', '5s', '6s', '7s'],
];

const SELF_DRAW: Win = {
  type: 'win', seat: 0, by: 'self_draw', tile: '7p',
  hand: ['2m', '3m', '4m', '3p', '4p', '1s', '6s', '1s', '8s', '7p', '7p', '7p', '9s', '9s'],
  score: {
    items: [
      { key: 'base', count: 1, points: 5 }, { key: 'flowers', count: 8, points: 8 }, { key: 'golds', count: 2, points: 2 },
      { key: 'kongs', count: 1, points: 2 }, { key: 'streak', count: 3, points: 3 },
    ],
    formula: '(5 + 8 + 2 + 2 + 3) x 2', payments: [120, -40, -40, -40],
    groups: [
      { kind: 'kong', tiles: ['8m', '8m', '8m', '8m'], stands: ['8m', '8m', '8m', '8m'], golds: [], open: false },
      { kind: 'chow', tiles: ['2m', '3m', '4m'], stands: ['2m', '3m', '4m'], golds: [], open: false },
      { kind: 'chow', tiles: ['3p', '4p', '1s'], stands: ['3p', '4p', '5p'], golds: [2], open: false },
      { kind: 'chow', tiles: ['6s', '1s', '8s'], stands: ['6s', '7s', '8s'], golds: [1], open: false },
      { kind: 'pong', tiles: ['7p', '7p', '7p'], stands: ['7p', '7p', '7p'], golds: [], open: false },
      { kind: 'pair', tiles: ['9s', '9s'], stands: ['9s', '9s'], golds: [], open: false },
    ],
    dues: [1, 2, 3].map((seat) => ({ seat: seat as 1, points: 40, formula: '(5 + 8 + 2 + 2 + 3) x 2' })),
  },
};

/** Everything a settlement can hold: a special, another passed over, a discard win with uneven dues, payments during the deal. */
const BUSY: Win = {
  type: 'win', seat: 2, by: 'discard', tile: '6p', source: 0,
  hand: ['3p', '4p', '5p', '6p', '6p', '6p', '1s', '1s', '7s', '1s', '9s'],
  score: {
    items: [
      { key: 'base', count: 1, points: 5 }, { key: 'flowers', count: 11, points: 13 }, { key: 'golds', count: 3, points: 3 },
      { key: 'kongs', count: 2, points: 3 }, { key: 'streak', count: 3, points: 3 }, { key: 'flower_sets', count: 1, points: 0 },
      { key: 'gold_sparrow', count: 1, points: 60 },
    ],
    formula: '5 + 13 + 3 + 3 + 3 + 60', payments: [-87, -84, 255, -84], special: 'gold_sparrow', passed_over: ['one_flower', 'plain'],
    groups: [
      { kind: 'kong', tiles: ['2m', '2m', '2m', '2m'], stands: ['2m', '2m', '2m', '2m'], golds: [], open: true },
      { kind: 'kong', tiles: ['8s', '8s', '8s', '8s'], stands: ['8s', '8s', '8s', '8s'], golds: [], open: true },
      { kind: 'chow', tiles: ['3p', '4p', '5p'], stands: ['3p', '4p', '5p'], golds: [], open: false },
      { kind: 'pong', tiles: ['6p', '6p', '6p'], stands: ['6p', '6p', '6p'], golds: [], open: false },
      { kind: 'chow', tiles: ['7s', '1s', '9s'], stands: ['7s', '8s', '9s'], golds: [1], open: false },
      { kind: 'pair', tiles: ['1s', '1s'], stands: ['1s', '1s'], golds: [0, 1], open: false },
    ],
    dues: [
      { seat: 0, points: 87, formula: '5 + 13 + 3 + 3 + 3 + 60' },
      { seat: 1, points: 84, formula: '5 + 13 + 3 + 3 + 60' },
      { seat: 3, points: 84, formula: '5 + 13 + 3 + 3 + 60' },
    ],
  },
};

function ended(own: string[], payments: Four, before: Four): End {
  const scores = before.map((points, seat) => points + payments[seat]!) as Four;
  return { type: 'end', hands: [own, ...OTHERS] as End['hands'], payments, scores, seed: '00ff' };
}

function events(list: TableEvent[], live: boolean): ServerFrame {
  return { type: 'events', live, events: list.map((event, i) => ({ seq: i + 1, event })) };
}

const BEFORE: Four = [1036, 958, 1102, 904];
const OWN = ['8m', '8m', '8m', '8m', '2m', '3m', '4m', '3p', '4p', '1s', '6s', '1s', '8s', '7p', '7p', '9s', '9s'];
const WON: TableEvent[] = [
  ...opening(BEFORE, OWN, FLOWERS),
  { type: 'kong', seat: 0, tile: '8m', kind: 'concealed' },
  { type: 'draw', seat: 0, tile: '7p', tail: true },
  SELF_DRAW,
  ended(SELF_DRAW.hand, SELF_DRAW.score.payments, BEFORE),
];

const LOSING = ['6p', '1m', '2m', '3m', '4m', '6m', '9m', '2p', '2p', '5p', '8p', '9p', '2s', '3s', '5s', '7s', '7s'];
const LOST: TableEvent[] = [
  ...opening(BEFORE, LOSING, []),
  { type: 'flowers', seat: 2, tiles: [] },
  { type: 'payment', reason: 'followed_discard', payments: [-3, 1, 1, 1] },
  { type: 'discard', seat: 0, tile: '6p' },
  BUSY,
  ended(LOSING.slice(1), [-90, -83, 256, -83], BEFORE),
];
LOST.splice(6, 1, { type: 'take', seat: 2, tiles: ['1z', '1z', '1z', '1z', '3z', '3z', '4z', '6z', '2f', '3f', '8f'] }, { type: 'flowers', seat: 2, tiles: ['1z', '1z', '1z', '1z', '3z', '3z', '4z', '6z', '2f', '3f', '8f'] });

const DRAWN: TableEvent[] = [
  ...opening(BEFORE, OWN, FLOWERS),
  { type: 'kong', seat: 0, tile: '8m', kind: 'concealed' },
  { type: 'draw', seat: 0, tile: '5s', tail: true },
  { type: 'discard', seat: 0, tile: '5s' },
  { type: 'last_draws', left: 2 },
  { type: 'drawn_deal' },
  ended(OWN.slice(4), [0, 0, 0, 0], BEFORE),
];

const FINAL: TableEvent[] = [...LOST, { type: 'match_end', scores: [946, 875, 1358, 821], ranking: [2, 0, 1, 3] }];

const TURN: TableEvent[] = [
  ...opening(BEFORE, ['1s', '1s', '2m', '4m', '8m', '8m', '4p', '5p', '6p', '6p', '6p', '5s', '6s', '7s', '9s', '9s', '6p'], ['2z', '5z', '3f', '5f']),
  { type: 'discard', seat: 0, tile: '4m' },
  { type: 'draw', seat: 1, tile: '?' },
  { type: 'discard', seat: 1, tile: '9m' },
  { type: 'draw', seat: 2, tile: '?' },
  { type: 'discard', seat: 2, tile: '1p' },
  { type: 'draw', seat: 3, tile: '?' },
  { type: 'discard', seat: 3, tile: '6p' },
];

const QUESTION: ServerFrame = {
  type: 'question', id: 7, kind: 'claim', moves: ['pong', 'kong', 'pass'], default: 'pass', deadline_ms: 600_000, total_ms: 600_000, bank_ms: 0,
  tile: '6p', source: 3, refused: [{ move: 'win', reason: 'not_complete' }],
};

const OPEN_SEATS = presence([{ ready: false }, { kind: 'person', ready: false }, { kind: 'open', name: '', connected: false, ready: false }, { kind: 'open', name: '', connected: false, ready: false }]);

const answersReady = (frame: ClientFrame): ServerFrame[] => (frame.type === 'ready' ? [{ ...READY, ready: [true, true, true, false] }] : []);

const SCENES: Record<string, Scene> = {
  win: { frames: [WELCOME, presence(), events(WON, false), READY], summary: SEATED, answers: answersReady },
  live: { frames: [WELCOME, presence(), events(WON.slice(0, -2), false), { ...(events(WON, true) as Extract<ServerFrame, { type: 'events' }>) }, READY], summary: SEATED },
  busy: { frames: [WELCOME, presence(), events(LOST, false), { ...READY, remaining_ms: null }], summary: SEATED, answers: answersReady },
  drawn: { frames: [WELCOME, presence(), events(DRAWN, false), READY], summary: SEATED, answers: answersReady },
  final: { frames: [WELCOME, presence(), events(FINAL, false), { type: 'closed', reason: 'over' }], summary: SEATED },
  turn: { frames: [WELCOME, presence(), events(TURN, false), QUESTION], summary: SEATED },
  lost: { frames: [WELCOME, presence(), events(TURN, false), QUESTION], summary: SEATED },
  autopilot: { frames: [WELCOME, presence([{ autopilot: true }]), events(TURN, false)], summary: SEATED },
  room: { frames: [WELCOME, OPEN_SEATS], summary: summary(OPEN_SEATS.seats, 0) },
  join: { frames: [], summary: summary(OPEN_SEATS.seats, null) },
  ready: { frames: [WELCOME, presence([{ ready: false }, { kind: 'person', ready: true }]), { ...READY, number: 0, remaining_ms: 25_000, ready: [false, true, true, true] }], summary: SEATED, answers: answersReady },
  none: { frames: [], summary: null },
};

export function scene(name: string): Scene {
  return SCENES[name] ?? (SCENES.win as Scene);
}
