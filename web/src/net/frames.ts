/** The frames and events of the table's socket, as docs/protocol.md describes them. */

export type TileName = string;
export type Seat = 0 | 1 | 2 | 3;
export type Four = [number, number, number, number];
export type WinBy = 'self_draw' | 'discard' | 'rob_kong' | 'heavenly' | 'rob_gold' | 'three_golds';

export interface Start {
  type: 'start'; number: number; dealer: Seat; streak: number; scores: Four; dice: [number, number];
  break_seat: Seat; break_stack: number; round?: number; commitment?: string;
}
export interface Take { type: 'take'; seat: Seat; tiles: TileName[]; tail?: boolean }
export interface Flowers { type: 'flowers'; seat: Seat; tiles: TileName[] }
export interface Gold { type: 'gold'; tile: TileName; passed?: TileName[]; dice?: [number, number] | null; place?: number }
export interface Draw { type: 'draw'; seat: Seat; tile: TileName; tail?: boolean }
export interface Discard { type: 'discard'; seat: Seat; tile: TileName }
export interface Chow { type: 'chow'; seat: Seat; tile: TileName; low: TileName; source: Seat }
export interface Pong { type: 'pong'; seat: Seat; tile: TileName; source: Seat }
export interface Kong { type: 'kong'; seat: Seat; tile: TileName; kind: 'exposed' | 'concealed' | 'added'; source?: Seat | null }
export interface GoldGap { type: 'gold_gap'; seat: Seat; tiles: [TileName, TileName] }
export interface LastDraws { type: 'last_draws'; left: number }
export interface Payment { type: 'payment'; reason: string; payments: Four }
export interface Item { key: string; count: number; points: number }
export interface Group {
  kind: 'chow' | 'pong' | 'kong' | 'pair' | 'single'; tiles: TileName[]; stands: TileName[]; golds: number[]; open: boolean;
}
export interface Due { seat: Seat; points: number; formula: string }
export interface Score {
  items: Item[]; formula: string; payments: Four; special?: string | null; passed_over?: string[];
  reading?: string[]; groups?: Group[]; dues?: Due[];
}
export interface Win {
  type: 'win'; seat: Seat; by: WinBy; hand: TileName[]; score: Score; tile?: TileName | null;
  source?: Seat | null; discard?: TileName | null;
}
export interface DrawnDeal { type: 'drawn_deal' }
export interface End { type: 'end'; hands: [TileName[], TileName[], TileName[], TileName[]]; payments: Four; scores: Four; seed?: string }
export interface MatchEnd { type: 'match_end'; scores: Four; ranking: [Seat, Seat, Seat, Seat] }

export type TableEvent =
  | Start | Take | Flowers | Gold | Draw | Discard | Chow | Pong | Kong | GoldGap | LastDraws | Payment | Win
  | DrawnDeal | End | MatchEnd;

export interface Numbered { seq: number; event: TableEvent }

export interface RulesInForce {
  key: string;
  options: Record<string, string | number | boolean>;
  differences: Record<string, string | number | boolean>;
}
export interface Settings {
  turn_seconds: 'off' | 10 | 15 | 20 | 30;
  claim_seconds: 'off' | 5 | 8 | 10;
  bank_seconds: 'off' | 10 | 20 | 30 | 60;
  autopilot_after: 1 | 2;
  hints: 'none' | 'waits';
}
export interface SeatPresence {
  seat: Seat; name: string; kind: 'person' | 'bot' | 'open'; connected: boolean; autopilot: boolean; ready: boolean;
  name_key?: string | null;
}
export interface RefusedMove { move: string; reason: string }
export interface Wait { tile: TileName; left: number; self_draw?: number | null; discard?: number | null }
export interface ReadyDiscard { discard: TileName; waits: Wait[] }

export interface Welcome {
  type: 'welcome'; table: string; seat: Seat | null; seq: number; rules: RulesInForce; length: string; stake: number;
  settings: Settings; names: [string, string, string, string]; resumed: boolean; protocol: number;
}
export interface Events { type: 'events'; events: Numbered[]; live: boolean }
export interface Question {
  type: 'question'; id: number; kind: 'opening' | 'turn' | 'claim' | 'rob_kong'; moves: string[]; default: string;
  deadline_ms: number | null; total_ms: number | null; bank_ms: number | null; refused?: RefusedMove[];
  tile?: TileName | null; source?: Seat | null; waits?: Wait[]; ready?: ReadyDiscard[]; pays?: Record<string, number>;
}
export interface QuestionClosed { type: 'question_closed'; id: number; reason: 'answered' | 'deadline' | 'autopilot' | 'decided' }
export interface Turn { type: 'turn'; seat: Seat | null; remaining_ms: number | null; total_ms: number | null }
export interface Ack {
  type: 'ack'; id: number; answer: string; status: 'accepted' | 'repeated' | 'stale' | 'refused'; reason?: string | null;
}
export interface Presence { type: 'presence'; seats: [SeatPresence, SeatPresence, SeatPresence, SeatPresence] }
export interface ReadyCheck {
  type: 'ready_check'; number: number; remaining_ms: number | null; commitment: string; ready: [boolean, boolean, boolean, boolean];
}
export interface Waits { type: 'waits'; waits: Wait[] }
export interface FrameError { type: 'error'; code: string; message: string; quoted: string }
export interface Closed { type: 'closed'; reason: 'over' | 'abandoned' | 'rules_changed' | 'too_slow' | 'too_many' | 'fault' }
export interface Pong2 { type: 'pong'; n: number }

export type ServerFrame =
  | Welcome | Events | Question | QuestionClosed | Turn | Ack | Presence | ReadyCheck | Waits | FrameError | Closed | Pong2;

export type ClientFrame =
  | { type: 'answer'; decision: number; answer: string; move: string }
  | { type: 'ready'; entropy: string }
  | { type: 'autopilot'; on: boolean }
  | { type: 'leave' }
  | { type: 'ping'; n: number };
