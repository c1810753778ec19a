/**
 * One table's socket: it reconnects by itself, asks for what it missed and repeats what was not acknowledged.
 *
 * Time and the socket itself are handed in, so that tests need neither a network nor patience.
 */
import type { ClientFrame, ServerFrame } from './protocol';

export interface SocketLike {
  readyState: number;
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface Surroundings {
  open(url: string): SocketLike;
  later(task: () => void, ms: number): number;
  cancel(timer: number): void;
  /** A number from 0 to 1, so that a thousand clients do not come back in the same moment. */
  chance(): number;
}

/** `closed` is final: the server said so or the page let go. */
export type Line = 'connecting' | 'open' | 'lost' | 'closed';

export interface Listener {
  frame(frame: ServerFrame): void;
  line(line: Line): void;
  /** The server threw something away unread: what matters and was not answered is to be sent again now. */
  again(): void;
}

const OPEN = 1;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 6_000;
/** A try that is neither answered nor refused for this long is given up, long before a browser would. */
const CONNECTING_MS = 10_000;
/** A line that breaks sooner has not stood: where the server lets in and drops, tries become rarer as well. */
const STANDS_MS = 5_000;
/** How long to be silent after `too_many`: the allowance fills again meanwhile. */
const AGAIN_MS = 1_000;
/** The server closes with one of these when coming back is of no use. */
const FINAL_CODES = new Set([4001, 4003, 4004, 4010]);

export const browser: Surroundings = {
  open: (url) => new WebSocket(url) as unknown as SocketLike,
  later: (task, ms) => window.setTimeout(task, ms),
  cancel: (timer) => window.clearTimeout(timer),
  chance: Math.random,
};

/** How long to wait before try number `attempt` (from 0): doubling, capped, with a quarter of jitter. */
export function backoff(attempt: number, chance: number): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(whole * (0.75 + chance * 0.25));
}

type Answer = Extract<ClientFrame, { type: 'answer' }>;

export class TableSocket {
  /** The `seq` of the newest event that was taken in. */
  after = 0;

  private socket: SocketLike | null = null;
  private attempt = 0;
  private retry: number | null = null;
  private heart: number | null = null;
  private silence: number | null = null;
  private stood: number | null = null;
  private repeat: number | null = null;
  private pings = 0;
  private done = false;
  private readonly unacknowledged = new Map<string, Answer>();

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly around: Surroundings = browser,
  ) {}

  /** Opens the socket; again after it was lost happens by itself. */
  connect(): void {
    if (this.done) return;
    this.dropTimers();
    this.listener.line(this.attempt === 0 ? 'connecting' : 'lost');
    const socket = this.around.open(`${this.url}?batch=1&after=${this.after}`);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = ({ data }) => this.received(socket, String(data));
    socket.onclose = ({ code }) => this.lost(socket, code);
    socket.onerror = null;
    this.giveUp(socket, CONNECTING_MS);
  }

  /** Tries again at once, or makes sure of the line, for a page that came back to the foreground or a machine that is on line again. */
  nudge(): void {
    if (this.done) return;
    if (this.retry !== null) {
      this.attempt = 1;
      this.connect();
    } else if (this.socket?.readyState === OPEN) {
      this.probe(this.socket);
    }
  }

  /** Sends a frame, or keeps an answer until there is a line again; whether it left now. */
  send(frame: ClientFrame): boolean {
    if (frame.type === 'answer') this.unacknowledged.set(frame.answer, frame);
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Lets go for good. */
  close(): void {
    this.finish();
    this.socket?.close(1000);
  }

  private opened(socket: SocketLike): void {
    if (socket !== this.socket) return;
    this.heard();
    this.stood = this.around.later(() => {
      this.attempt = 0;
    }, STANDS_MS);
    this.listener.line('open');
    this.repeatAnswers(socket);
    this.beat();
  }

  private repeatAnswers(socket: SocketLike): void {
    for (const answer of this.unacknowledged.values()) socket.send(JSON.stringify(answer));
  }

  /** The server did not read a frame, and does not say which: everything that matters is sent again a little later. */
  private repeatSoon(socket: SocketLike): void {
    this.repeat ??= this.around.later(() => {
      this.repeat = null;
      if (socket.readyState !== OPEN) return;
      this.repeatAnswers(socket);
      this.listener.again();
    }, AGAIN_MS);
  }

  private received(socket: SocketLike, text: string): void {
    if (socket !== this.socket || this.done) return;
    this.heard();
    // Frames that were due together come in one message, one a line.
    for (const line of text.split('\n')) if (!this.took(socket, JSON.parse(line) as ServerFrame)) return;
  }

  /** Takes one frame in; whether those behind it may be taken as well. */
  private took(socket: SocketLike, frame: ServerFrame): boolean {
    if (frame.type === 'pong') return true;
    if (frame.type === 'ack') this.unacknowledged.delete(frame.answer);
    if (frame.type === 'question_closed') this.forget(frame.id);
    if (frame.type === 'error' && frame.code === 'too_many') this.repeatSoon(socket);
    if (frame.type === 'events') {
      const fresh = frame.events.filter(({ seq }) => seq > this.after);
      const first = fresh[0];
      // A gap means that something was lost on the way: ask again rather than fold nonsense.
      if (first !== undefined && first.seq > this.after + 1 && first.event.type !== 'start') {
        socket.close(4000);
        return false;
      }
      if (first === undefined) return true;
      this.after = (fresh[fresh.length - 1] as { seq: number }).seq;
      this.listener.frame({ ...frame, events: fresh });
      return true;
    }
    this.listener.frame(frame);
    if (frame.type === 'closed') this.finish();
    return true;
  }

  private lost(socket: SocketLike, code: number): void {
    if (socket !== this.socket || this.done) return;
    this.socket = null;
    if (FINAL_CODES.has(code)) {
      this.finish();
      return;
    }
    this.dropTimers();
    const wait = backoff(this.attempt, this.around.chance());
    this.attempt += 1;
    this.listener.line('lost');
    this.retry = this.around.later(() => this.connect(), wait);
  }

  private beat(): void {
    this.heart = this.around.later(() => {
      if (this.socket === null) return;
      this.probe(this.socket);
      this.beat();
    }, PING_EVERY_MS);
  }

  /** A line can die without a word: every ping must be answered by something. */
  private probe(socket: SocketLike): void {
    this.pings += 1;
    this.send({ type: 'ping', n: this.pings });
    this.giveUp(socket, SILENCE_MS);
  }

  /** Counts a socket as lost that says nothing for so long. */
  private giveUp(socket: SocketLike, ms: number): void {
    this.silence ??= this.around.later(() => {
      this.lost(socket, 1006);
      socket.close();
    }, ms);
  }

  private heard(): void {
    if (this.silence !== null) this.around.cancel(this.silence);
    this.silence = null;
  }

  private forget(decision: number): void {
    for (const [id, answer] of this.unacknowledged) if (answer.decision === decision) this.unacknowledged.delete(id);
  }

  private finish(): void {
    if (this.done) return;
    this.done = true;
    this.dropTimers();
    this.listener.line('closed');
  }

  private dropTimers(): void {
    for (const timer of [this.retry, this.heart, this.silence, this.stood, this.repeat]) if (timer !== null) this.around.cancel(timer);
    this.retry = this.heart = this.silence = this.stood = this.repeat = null;
  }
}
