/**
 * The frames, events and bodies that cross the line. Generated: do not edit, run
 * `python -m goldsparrow.server.schema`.
 */

/* eslint-disable */

/**
 * What became of an answer; `accepted` and `repeated` are sent after it is stored.
 *
 * `id` is the decision and `answer` the client's own id. `refused` carries the reason's key and
 * leaves the question open; `stale` means that the decision is over.
 */
export interface Ack {
  type: 'ack';
  id: number;
  answer: string;
  status: 'accepted' | 'refused' | 'repeated' | 'stale';
  reason?: string | null;
}

/** What the coach would do at the question `id`, and why; only what the seat sees goes in. */
export interface Advice {
  type: 'advice';
  id: number;
  explanation: Explanation;
}

/** Chooses a move; `answer` is the client's own id, the same when it repeats itself. */
export interface Answer {
  type: 'answer';
  decision: number;
  answer: string;
  move: string;
}

/**
 * Asks what a hand is worth: a case as the command line takes it, by some rule sets or all.
 *
 * `options` are house options by rule set; a hand that cannot be is told in the words of
 * `language`, without one by the message that quotes the value.
 */
export interface AskHand {
  case: Record<string, unknown>;
  rules?: string[];
  options?: Record<string, Record<string, string | number | boolean>>;
  language?: 'en' | 'zh-Hans' | 'zh-Hant' | null;
}

/** Asks whether options go together. */
export interface AskOptions {
  rules: string;
  options?: Record<string, string | number | boolean>;
  language?: 'en' | 'zh-Hans' | 'zh-Hant';
}

/** Hands the seat to the autopilot or takes it back (C14). */
export interface Autopilot {
  type: 'autopilot';
  on: boolean;
}

/**
 * A vote on giving an absent person's `seat` to a bot (C14).
 *
 * `agreed` tells by seat who has agreed, `asked` names the seats that still have to. `lapsed`: the
 * person came back, or nobody is left to vote.
 */
export interface Ballot {
  type: 'ballot';
  seat: 0 | 1 | 2 | 3;
  outcome: 'lapsed' | 'open' | 'passed' | 'refused';
  agreed: [boolean, boolean, boolean, boolean];
  asked: (0 | 1 | 2 | 3)[];
}

/** A house option that differs from the preset. */
export interface Change {
  key: string;
  title: string;
  value: string;
  preset: string;
}

/** A seat takes the discard `tile` for the run that begins with `low`. */
export interface Chow {
  type: 'chow';
  seat: 0 | 1 | 2 | 3;
  tile: string;
  low: string;
  source: 0 | 1 | 2 | 3;
}

export type ClientFrame = Answer | Seen | Ready | Hint | Autopilot | Vote | Leave | Ping;

/** The table ends here for good; the socket is closed next, with code 4010. */
export interface Closed {
  type: 'closed';
  reason: 'abandoned' | 'fault' | 'over' | 'rules_changed';
}

/** Two options that exclude each other, by their keys and in words. */
export interface ConflictBody {
  option: string;
  other: string;
  title: string;
  value: string;
  other_title: string;
  other_value: string;
}

/** A seat discards. */
export interface Discard {
  type: 'discard';
  seat: 0 | 1 | 2 | 3;
  tile: string;
}

/** A seat draws a tile, from the head or, as a replacement, perhaps from the tail. */
export interface Draw {
  type: 'draw';
  seat: 0 | 1 | 2 | 3;
  tile: string;
  tail?: boolean;
}

/** Nobody won (F17). */
export interface DrawnDeal {
  type: 'drawn_deal';
}

/** What one seat pays for a win, with the sum that led to it, such as `(5 + 3) x 2 + 30`. */
export interface Due {
  seat: number;
  points: number;
  formula: string;
}

/**
 * The deal is over: all hands are shown, with what the whole deal paid and the new scores.
 *
 * `payments` are in points of the room (multiplied by the stake), instant payments included.
 * `seed` is the shuffle's seed, which the commitment at the start hid.
 */
export interface End {
  type: 'end';
  hands: [string[], string[], string[], string[]];
  payments: [number, number, number, number];
  scores: [number, number, number, number];
  seed?: string;
}

/** A frame was not accepted; `quoted` is the beginning of what was wrong with it. */
export interface Error {
  type: 'error';
  code: 'malformed' | 'no_seat' | 'not_now' | 'too_long' | 'too_many' | 'unknown_type' | 'unusable';
  message: string;
  quoted: string;
}

/** New events; `live` is false for what is only being caught up with. */
export interface Events {
  type: 'events';
  events: Numbered[];
  live: boolean;
}

/** A win as the scorer counts it; `case` is the win as the calculator takes it. */
export interface Example {
  type: 'example';
  title: string;
  how: string;
  groups: Group[];
  hand: string[];
  gold: string;
  flowers: string[];
  lines: Line[];
  sums: Sum[];
  gain: number;
  case: Record<string, unknown>;
}

/**
 * What a bot would do and why: its choice, and all options in its order, the best first.
 *
 * `ranked` is false where its order means nothing, because it leaves the choice to chance.
 */
export interface Explanation {
  bot: string;
  move: string;
  options: MoveReason[];
  ranked?: boolean;
}

/** Asks that bots take the open seats. */
export interface Fill {
  bot?: string;
}

/** A seat lays open flowers from its hand (C5). */
export interface Flowers {
  type: 'flowers';
  seat: 0 | 1 | 2 | 3;
  tiles: string[];
}

/** What a win would bring the winner in all, before the stake. */
export interface GainBody {
  gain: number;
  special?: string | null;
}

/**
 * The gold is opened: the indicator lies face up (C6).
 *
 * `passed` are the flowers turned up before it, which go to the dealer's flowers (F3).
 * `place` is the indicator's place counted from the end it was turned up at, from 1. With `head`
 * that end was the head (L2); events from before the field do not say it.
 */
export interface Gold {
  type: 'gold';
  tile: string;
  passed?: string[];
  dice?: [number, number] | null;
  place?: number;
  head?: boolean;
}

/**
 * A seat declares the gold gap with its discard, which follows (S7).
 *
 * `tiles` are laid open, and the hand is locked.
 */
export interface GoldGap {
  type: 'gold_gap';
  seat: 0 | 1 | 2 | 3;
  tiles: [string, string];
  discard: string;
}

/**
 * A table; `own` is the column that the page is about, -1 where there is none.
 *
 * `marked` are the rows that differ from the preset.
 */
export interface Grid {
  type: 'table';
  caption: string;
  head: string[];
  rows: string[][];
  own?: number;
  marked?: number[];
}

/**
 * One group of a winning hand as it was read.
 *
 * `tiles` are the names of the tiles as held; `stands` what each is read as, the same but where a
 * gold (or a white dragon that stands in) is another tile; `golds` are the places of the golds.
 */
export interface Group {
  kind: 'chow' | 'kong' | 'pair' | 'pong' | 'single';
  tiles: string[];
  stands: string[];
  golds?: number[];
  open?: boolean;
}

/** A guest as they are told of themselves. */
export interface GuestBody {
  id: string;
  name: string;
  language: 'en' | 'zh-Hans' | 'zh-Hant';
}

/** What a hand waits for by one rule set; `error` and `size` as of a score. */
export interface HandWaits {
  rules: string;
  size?: number | null;
  waits?: WaitBody[];
  error?: string | null;
}

/** A hand's waits, one list for each rule set that was asked for, in that order. */
export interface HandWaitsBody {
  results: HandWaits[];
}

/** That the server answers, and how much it does. */
export interface Health {
  status: 'ok';
  version: string;
  rooms: number;
  sockets: number;
}

/** Asks the coach about the open question `decision`, where the table has one. */
export interface Hint {
  type: 'hint';
  decision: number;
}

/**
 * One line of a score: what counted, how many of it, and its points.
 *
 * The line `flower_sets` says how many complete sets there are; their points stand in `flowers`.
 */
export interface Item {
  key: string;
  count: number;
  points: number;
}

/** Asks for a seat; any open one where none is named. */
export interface Join {
  seat?: 0 | 1 | 2 | 3 | null;
}

/** The seat that was given. */
export interface Joined {
  seat: 0 | 1 | 2 | 3;
}

/**
 * A seat makes a kong; `source` is the discarder of an exposed one.
 *
 * An added kong stands when it is announced; a win that robs it takes its tile away again (F11).
 */
export interface Kong {
  type: 'kong';
  seat: 0 | 1 | 2 | 3;
  tile: string;
  kind: 'added' | 'concealed' | 'exposed';
  source?: 0 | 1 | 2 | 3 | null;
}

/** The last draws begin with `left` drawable tiles (F15). */
export interface LastDraws {
  type: 'last_draws';
  left: number;
}

/** Leaves: the seat is free again before the match, on autopilot during it. */
export interface Leave {
  type: 'leave';
}

/** One thing that counted, with its points. */
export interface Line {
  label: string;
  count: number;
  points: number;
}

/** The match is over; `ranking` lists the seats from first to last. */
export interface MatchEnd {
  type: 'match_end';
  scores: [number, number, number, number];
  ranking: [number, number, number, number];
}

/**
 * A legal move, and why to make it or not.
 *
 * `distance` is how many tiles the hand is from complete after it, `useful` what then brings it
 * nearer; where a discard has still to follow there is none yet. `points` is what the seat may
 * expect of the deal after it, before the stake; `danger` how likely its discard is won on and
 * `cost` the points that this costs on average. Null is what the bot does not think of.
 */
export interface MoveReason {
  move: string;
  distance?: number | null;
  useful?: UsefulTile[];
  points?: number | null;
  danger?: number | null;
  cost?: number | null;
}

/** Asks for a guest's cookie, or renames the guest that the cookie names. */
export interface NewGuest {
  name: string;
  language?: 'en' | 'zh-Hans' | 'zh-Hant';
}

/** Sets a table up. `seats`: `person` is who asks, `open` is had by link, `bot:KEY` a bot. */
export interface NewTable {
  rules?: string;
  options?: Record<string, string | number | boolean>;
  length?: string;
  stake?: number;
  settings?: Settings;
  seats?: [string, string, string, string];
}

/** An event in its masked form with its place in the table's log. */
export interface Numbered {
  seq: number;
  event: Start | Take | Flowers | Gold | Draw | Discard | Chow | Pong | Kong | GoldGap | Tour | LastDraws | Payment | Win | DrawnDeal | End | MatchEnd;
}

/** A house option of a rule set; the keys are those of the text catalogue. */
export interface OptionBody {
  key: string;
  clause: string;
  group: string;
  kind: 'choice' | 'number' | 'switch' | 'table';
  values: (string | number | boolean)[];
  default: string | number | boolean;
  title_key: string;
  text_key: string;
  value_keys: string[];
}

/**
 * The value of every option once those given are applied, and what differs from the preset.
 *
 * With a `conflict` nothing is applied.
 */
export interface OptionsBody {
  options: Record<string, string | number | boolean>;
  differences: Record<string, string | number | boolean>;
  changes: Change[];
  conflict?: ConflictBody | null;
}

/** The explained rules of one rule set with its options, in one language. */
export interface Page {
  rules: string;
  language: 'en' | 'zh-Hans' | 'zh-Hant';
  title: string;
  changes: Change[];
  sections: Section[];
}

/** Points change hands during a deal; `reason` is a stable key. */
export interface Payment {
  type: 'payment';
  reason: string;
  payments: [number, number, number, number];
}

/** Asks for a pong. */
export interface Ping {
  type: 'ping';
  n?: number;
}

/** Answers a ping; named so because a pong is also an event. */
export interface PingAnswer {
  type: 'pong';
  n: number;
}

/** A seat takes the discard for a triplet. */
export interface Pong {
  type: 'pong';
  seat: 0 | 1 | 2 | 3;
  tile: string;
  source: 0 | 1 | 2 | 3;
}

/** All four seats, whole each time. */
export interface Presence {
  type: 'presence';
  seats: [SeatState, SeatState, SeatState, SeatState];
}

/**
 * Asks this seat to choose; replaces an earlier question.
 *
 * `deadline_ms` is what is left of `total_ms`, then `bank_ms` of extra time runs; all null where
 * time is off. At the end of both the table makes the move `default`.
 */
export interface Question {
  type: 'question';
  id: number;
  kind: 'claim' | 'opening' | 'rob_kong' | 'turn';
  moves: string[];
  default: string;
  deadline_ms: number | null;
  total_ms: number | null;
  bank_ms: number | null;
  refused?: RefusedMove[];
  tile?: string | null;
  source?: 0 | 1 | 2 | 3 | null;
  waits?: Wait[];
  ready?: ReadyDiscard[];
  pays?: Record<string, number>;
  named?: Record<string, string>;
}

/** A question of this seat is no longer open. */
export interface QuestionClosed {
  type: 'question_closed';
  id: number;
  reason: 'answered' | 'autopilot' | 'deadline' | 'decided';
}

/** Is ready for the next deal and adds bytes to its shuffle (hexadecimal). */
export interface Ready {
  type: 'ready';
  entropy?: string;
}

/**
 * The table waits until all are ready for deal `number` (C2).
 *
 * `commitment` is the SHA-256 of the server's seed, fixed before anyone adds bytes. The time
 * runs from the first person's ready on; until then `remaining_ms` is null.
 */
export interface ReadyCheck {
  type: 'ready_check';
  number: number;
  remaining_ms: number | null;
  commitment: string;
  ready: [boolean, boolean, boolean, boolean];
}

/** A discard after which the hand waits, and for what. */
export interface ReadyDiscard {
  discard: string;
  waits: Wait[];
  any_tile?: boolean;
}

/** The body of every answer that is not 2xx. */
export interface Refused {
  code: string;
  message: string;
}

/** A move that one might expect and may not make, with its reason's key. */
export interface RefusedMove {
  move: string;
  reason: string;
}

/** A rule set with its house options. */
export interface RuleSetBody {
  key: string;
  options: OptionBody[];
}

/** Everything that a table can be set up with. */
export interface RulesBody {
  rules: RuleSetBody[];
  lengths: string[];
  bots: string[];
  settings: Settings;
}

/** The rule set of a table: every house option, those that differ from the preset, the wall. */
export interface RulesInForce {
  key: string;
  options: Record<string, string | number | boolean>;
  differences: Record<string, string | number | boolean>;
  wall: WallNumbers;
  white_stands_in?: boolean;
}

/**
 * A table that is not over at which the asker sits.
 *
 * `touched` is when its newest deal began, or when it was set up, in seconds since 1970.
 */
export interface RunningTable {
  table: string;
  rules: string;
  length: string;
  stake: number;
  touched: number;
}

/** The asker's tables, that of the newest deal first. */
export interface RunningTables {
  tables: RunningTable[];
}

/**
 * The result of a win, before the room's stake.
 *
 * `special` is the one special that counts, `passed_over` what also fitted and counts nothing
 * (C13). `row` is the row of the table that was paid where the payment has one (F24, L15).
 */
export interface Score {
  items: Item[];
  formula: string;
  payments: [number, number, number, number];
  special?: string | null;
  passed_over?: string[];
  reading?: string[];
  groups?: Group[];
  dues?: Due[];
  row?: string | null;
}

/**
 * What a hand pays by one rule set.
 *
 * `reason` says why it does not win, `error` why there can be no such hand; `size` is how many
 * concealed tiles a hand has that waits, beside the melds given.
 */
export interface ScoreBody {
  rules: string;
  ok: boolean;
  size?: number | null;
  reason?: string | null;
  error?: string | null;
  special?: string | null;
  row?: string | null;
  items?: Item[];
  passed_over?: string[];
  formula?: string;
  payments?: [number, number, number, number] | null;
  dues?: Due[];
  groups?: Group[];
  reading?: string[];
}

/** A hand's results, one for each rule set that was asked for, in that order. */
export interface ScoresBody {
  results: ScoreBody[];
}

/** Who sits on a seat; `name_key` is the catalogue's key of a bot's name. */
export interface SeatState {
  seat: 0 | 1 | 2 | 3;
  name: string;
  kind: 'bot' | 'open' | 'person';
  connected: boolean;
  autopilot: boolean;
  ready: boolean;
  name_key?: string | null;
}

/** Blocks under a heading; `key` names the heading in the page's address. */
export interface Section {
  key: string;
  title: string;
  blocks: (Text | Tiles | Grid | Example)[];
}

/**
 * Has shown the player everything up to event `seq`, or the player has skipped it.
 *
 * Only needed after a deal's opening, which the table lets everybody see before it goes on.
 */
export interface Seen {
  type: 'seen';
  seq: number;
}

export type ServerFrame = Welcome | Events | Question | QuestionClosed | Turn | Ack | Presence | ReadyCheck | Ballot | Waits | Advice | Error | Closed | PingAnswer;

/** How a table is timed and helped; the same for every seat. */
export interface Settings {
  turn_seconds?: 10 | 15 | 20 | 30 | 'off';
  claim_seconds?: 5 | 8 | 10 | 'off';
  bank_seconds?: 10 | 20 | 30 | 60 | 'off';
  autopilot_after?: 1 | 2;
  hints?: 'coach' | 'none' | 'waits';
  spectators?: 'delayed' | 'off' | 'one_seat' | 'public';
}

/**
 * A deal begins; everything a newcomer must know to fold the events that follow.
 *
 * `number` counts the deals of the match from 0, `round` its rounds, and `passed` how often the
 * deal has passed to the next seat in this round, from 0 to 3 (L16). `break_seat` and
 * `break_stack` say where the wall is broken: the wall's owner and how many stacks are skipped
 * from that owner's right end (C3).
 * `commitment` is the SHA-256 of the shuffle's seed, `entropy` what the seats added to it.
 */
export interface Start {
  type: 'start';
  number: number;
  dealer: 0 | 1 | 2 | 3;
  streak: number;
  scores: [number, number, number, number];
  dice: [number, number];
  break_seat: 0 | 1 | 2 | 3;
  break_stack: number;
  round?: number;
  commitment?: string;
  entropy?: string[];
  passed?: number;
}

/** What one seat pays, and how that came about. */
export interface Sum {
  label: string;
  formula: string;
  points: number;
}

/** A table as everyone may know it; `seat` is the asker's. */
export interface TableBody {
  table: string;
  rules: string;
  options: Record<string, string | number | boolean>;
  length: string;
  stake: number;
  settings: Settings;
  phase: 'gathering' | 'over' | 'playing' | 'ready';
  started: boolean;
  over: boolean;
  seat: 0 | 1 | 2 | 3 | null;
  seats: [SeatState, SeatState, SeatState, SeatState];
}

export type TableEvent = Start | Take | Flowers | Gold | Draw | Discard | Chow | Pong | Kong | GoldGap | Tour | LastDraws | Payment | Win | DrawnDeal | End | MatchEnd;

/** The new table's name, which is its link. */
export interface TableMade {
  table: string;
}

/**
 * A seat takes its dealt hand from the head (C4), or opening replacements (C5).
 *
 * The tiles stand in the order in which they were taken; a dealt hand comes in handfuls of four.
 */
export interface Take {
  type: 'take';
  seat: 0 | 1 | 2 | 3;
  tiles: string[];
  tail?: boolean;
}

/** A paragraph, with a short heading where it has one. */
export interface Text {
  type: 'text';
  text: string;
  title?: string;
}

/** Groups of tiles by their names, to be drawn; those of the `gold` kind glow. */
export interface Tiles {
  type: 'tiles';
  groups: string[][];
  caption: string;
  gold?: string;
}

/** A discarded gold takes a seat's tour to level 2 or 3, which binds the others (L9). */
export interface Tour {
  type: 'tour';
  seat: 0 | 1 | 2 | 3;
  level: number;
}

/** Whose own turn it is and how long it may take; claims never show who is asked. */
export interface Turn {
  type: 'turn';
  seat: 0 | 1 | 2 | 3 | null;
  remaining_ms: number | null;
  total_ms: number | null;
}

/** A kind that brings a hand nearer, and how many copies of it the seat has not seen. */
export interface UsefulTile {
  tile: string;
  left: number;
}

/** Proposes that a bot takes an absent person's `seat`, agrees to that, or refuses it (C14). */
export interface Vote {
  type: 'vote';
  seat: 0 | 1 | 2 | 3;
  agree: boolean;
}

/**
 * A tile that would complete the hand.
 *
 * `left` counts the copies that the seat has not seen; the points are what the winner would gain
 * by drawing it and by claiming it, null where that does not win, and on a server so busy that it
 * does not work them out.
 */
export interface Wait {
  tile: string;
  left: number;
  self_draw?: number | null;
  discard?: number | null;
}

/** A tile that completes a hand; null where the hand does not win so. */
export interface WaitBody {
  tile: string;
  left: number;
  self_draw?: GainBody | null;
  discard?: GainBody | null;
}

/**
 * What the own hand waits for between turns, where hints are on.
 *
 * `promises` names what a win by the next draw would be besides: a tour, whose first level nobody
 * else knows of (L9).
 */
export interface Waits {
  type: 'waits';
  waits: Wait[];
  promises?: string[];
  any_tile?: boolean;
}

/** What a client needs to tell how many tiles are left to draw (F4, S4, C11). */
export interface WallNumbers {
  reserve: number;
  per_exposed_kong: number;
  per_concealed_kong: number;
  per_flower_set: number;
  counts_indicator: boolean;
  last_draws: number;
}

/**
 * The first frame: the table as it was agreed, and where its log stands.
 *
 * `seq` is the newest event's number (0: none yet); `resumed` says that the events which follow
 * continue after the number that the client named, and do not begin at a `start`. `watches` is the
 * seat whose eyes a watcher has, null who sees only what lies open.
 */
export interface Welcome {
  type: 'welcome';
  table: string;
  seat: 0 | 1 | 2 | 3 | null;
  seq: number;
  rules: RulesInForce;
  length: string;
  stake: number;
  settings: Settings;
  names: [string, string, string, string];
  resumed: boolean;
  protocol?: number;
  watches?: 0 | 1 | 2 | 3 | null;
}

/**
 * A seat wins; `tile` is the winning tile, None for a dealt hand or three golds held.
 *
 * `hand` is the winner's whole concealed hand with the winning tile; `discard` is the tile that a
 * dealer who robs the gold throws in exchange (F7).
 */
export interface Win {
  type: 'win';
  seat: 0 | 1 | 2 | 3;
  by: 'discard' | 'heavenly' | 'rob_gold' | 'rob_kong' | 'self_draw' | 'three_golds';
  hand: string[];
  score: Score;
  tile?: string | null;
  source?: 0 | 1 | 2 | 3 | null;
  discard?: string | null;
}
