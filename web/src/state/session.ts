/**
 * Everything one open table page knows: the folded table and what the frames around it said.
 *
 * Pure: `receive` makes a new session out of an old one and a frame. Times are milliseconds of one local clock.
 */
import type { Line } from '../net/socket';
import type { Seat } from '../net/names';
import type { Ack, Advice, Ballot, Error as ErrorFrame, Question, SeatState, ServerFrame, TableEvent, Wait, Welcome } from '../net/protocol';
import { fold, type TableState } from './fold';

export interface Deadline { until: number; total: number }

export interface OwnQuestion {
  frame: Question;
  deadline: Deadline | null;
  /** Extra time after the deadline, in milliseconds. */
  bank: number;
}

export interface Pending { answer: string; decision: number; move: string }
export interface Refusal { move: string; reason: string }
/** That the coach was asked about a question; `trouble` says why there is no advice. */
export interface AskedHint { decision: number; trouble: HintTrouble | null }
/** `late`: the question was over before the coach was asked. `busy`: it has nothing to say now. */
export type HintTrouble = 'late' | 'busy';
export interface ReadyCheck { number: number; deadline: Deadline | null; commitment: string; ready: boolean[] }

export interface Session {
  line: Line;
  welcome: Welcome | null;
  table: TableState | null;
  question: OwnQuestion | null;
  /** The answer that was sent and not yet acknowledged; shown as pending, nothing is done ahead of the server. */
  pending: Pending | null;
  refusal: Refusal | null;
  turn: { seat: Seat; deadline: Deadline | null } | null;
  presence: SeatState[];
  readyCheck: ReadyCheck | null;
  waits: Wait[];
  /** Whether every tile that was not seen yet is among them. */
  anyTile: boolean;
  /** What the coach says to the open question, where the table has one and it was asked. */
  advice: Advice | null;
  hint: AskedHint | null;
  /** The level of the own tour, of whose first level only the own seat is told (L9). */
  tour: number;
  /** The vote on an absent person's seat that is going on. */
  ballot: Ballot | null;
  error: { code: string; message: string } | null;
  /** Why the table is gone for good. */
  closed: string | null;
}

export const NEW_SESSION: Session = {
  line: 'connecting',
  welcome: null,
  table: null,
  question: null,
  pending: null,
  refusal: null,
  turn: null,
  presence: [],
  readyCheck: null,
  waits: [],
  anyTile: false,
  advice: null,
  hint: null,
  tour: 0,
  ballot: null,
  error: null,
  closed: null,
};

/** The seat of the one who looks, or null for a watcher. */
export function ownSeat(session: Session): Seat | null {
  return session.welcome?.seat ?? null;
}

/** The seat from which the table is seen: one's own, or that whose eyes a watcher has. */
export function eyes(session: Session): Seat | null {
  return ownSeat(session) ?? session.welcome?.watches ?? null;
}

function deadline(remaining: number | null | undefined, total: number | null | undefined, now: number): Deadline | null {
  if (remaining === null || remaining === undefined) return null;
  return { until: now + remaining, total: Math.max(total ?? remaining, remaining, 1) };
}

function acknowledged(session: Session, frame: Ack): Session {
  const { pending } = session;
  if (pending === null || pending.answer !== frame.answer) return session;
  if (frame.status === 'refused') {
    return { ...session, pending: null, refusal: { move: pending.move, reason: frame.reason ?? 'not_offered' } };
  }
  const decided = session.question?.frame.id === pending.decision;
  return { ...session, pending: null, question: decided ? null : session.question };
}

const TOURS = ['tour', 'double_tour', 'triple_tour'];

/** The level of the tour among what a win by the next draw would be. */
function ownTour(promises: readonly string[]): number {
  return Math.max(0, ...promises.map((name) => TOURS.indexOf(name) + 1));
}

/** The session after one event; the deal's own leftovers go when a new one starts. */
export function apply(session: Session, event: TableEvent): Session {
  const table = fold(session.table, event);
  if (event.type === 'start') return { ...session, table, readyCheck: null, waits: [], anyTile: false, tour: 0, refusal: null };
  return { ...session, table };
}

/** The session after a frame that came at `now`. */
export function receive(session: Session, frame: ServerFrame, now: number): Session {
  switch (frame.type) {
    case 'welcome':
      // What was asked before the line broke is asked again; a question that is gone must not linger.
      return { ...session, welcome: frame, question: null, readyCheck: null, ballot: null, error: null, hint: null };
    case 'events':
      return frame.events.reduce((so, { event }) => apply(so, event), session);
    case 'question':
      return {
        ...session,
        question: { frame, deadline: deadline(frame.deadline_ms, frame.total_ms, now), bank: frame.bank_ms ?? 0 },
        pending: session.pending?.decision === frame.id ? session.pending : null,
        advice: session.question?.frame.id === frame.id ? session.advice : null,
        refusal: session.question?.frame.id === frame.id ? session.refusal : null,
      };
    case 'question_closed':
      if (session.question?.frame.id !== frame.id) return session;
      return { ...session, question: null, pending: null, refusal: null };
    case 'turn':
      if (frame.seat === null || frame.seat === undefined) return { ...session, turn: null };
      return { ...session, turn: { seat: frame.seat, deadline: deadline(frame.remaining_ms, frame.total_ms, now) } };
    case 'ack':
      return acknowledged(session, frame);
    case 'presence':
      return { ...session, presence: frame.seats };
    case 'ready_check':
      return {
        ...session,
        turn: null,
        readyCheck: {
          number: frame.number,
          deadline: deadline(frame.remaining_ms, frame.remaining_ms, now),
          commitment: frame.commitment,
          ready: frame.ready,
        },
      };
    case 'ballot':
      return { ...session, ballot: frame.outcome === 'open' ? frame : null };
    case 'waits':
      return { ...session, waits: frame.waits, anyTile: frame.any_tile ?? false, tour: ownTour(frame.promises ?? []) };
    case 'advice':
      return session.question?.frame.id === frame.id ? { ...session, advice: frame, hint: null } : session;
    case 'error':
      if (concernsHint(session, frame)) return hintRefused(session);
      return { ...session, error: { code: frame.code, message: frame.message } };
    case 'closed':
      return { ...session, closed: frame.reason };
    case 'pong':
      return session;
  }
}

/** Whether an error answers the asking for advice: it quotes the question, or all frames came too fast. */
function concernsHint({ hint }: Session, { code, quoted }: ErrorFrame): boolean {
  if (hint === null || hint.trouble !== null) return false;
  return code === 'too_many' || (code === 'not_now' && quoted === String(hint.decision));
}

function hintRefused(session: Session): Session {
  const { hint, question } = session;
  if (hint === null) return session;
  return { ...session, hint: { ...hint, trouble: question?.frame.id === hint.decision ? 'busy' : 'late' } };
}

/** The session once the coach has been asked about the open question. */
export function hinted(session: Session, decision: number): Session {
  return { ...session, hint: { decision, trouble: null } };
}

/** The session once an answer has been sent. */
export function answered(session: Session, pending: Pending): Session {
  return { ...session, pending, refusal: null };
}

/** Why a move is not allowed now, as a reason key, or null where it is. */
export function refusalOf(session: Session, move: string): string | null {
  return session.question?.frame.refused?.find((refused) => refused.move === move)?.reason ?? null;
}
