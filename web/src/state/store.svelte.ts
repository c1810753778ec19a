/** One open table: its socket, its session as the page shows it, and what the player may send. */
import { TableSocket } from '../net/socket';
import type { TableEvent } from '../net/frames';
import { FrameQueue, type Show } from './queue';
import { answered, apply, NEW_SESSION, receive, type Session } from './session';

/** Sixty-four hexadecimal characters for the shuffle, from the browser's own source of chance. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class TableStore {
  session: Session = $state.raw(NEW_SESSION);
  /** Whether the newest end of a deal was seen as it happened, and not only caught up with. */
  witnessed = $state(false);
  /** Shows an event after it has been taken in; the table's motion sets it. */
  show: Show = () => undefined;

  private readonly socket: TableSocket;
  private readonly queue: FrameQueue;
  private readySent = -1;

  constructor(table: string, private readonly now: () => number = () => performance.now()) {
    const { protocol, host } = location;
    const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.queue = new FrameQueue(
      {
        frame: (frame, at) => (this.session = receive(this.session, frame, at)),
        event: (event) => this.takeIn(event),
      },
      (event) => this.shown(event),
      this.now,
      () => document.hidden,
    );
    this.socket = new TableSocket(url, {
      frame: (frame) => this.queue.push(frame),
      line: (line) => (this.session = { ...this.session, line }),
    });
    addEventListener('online', this.nudge);
    document.addEventListener('visibilitychange', this.nudge);
    this.socket.connect();
  }

  /** Tries to come back now rather than after the wait. */
  readonly nudge = (): void => {
    if (!document.hidden) this.socket.nudge();
  };

  /** Sends a move as the answer to the open question; nothing happens where none is open or one is on its way. */
  answer(move: string): void {
    const { question, pending } = this.session;
    if (question === null || pending !== null || !question.frame.moves.includes(move)) return;
    const sent = { answer: crypto.randomUUID(), decision: question.frame.id, move };
    this.session = answered(this.session, sent);
    this.socket.send({ type: 'answer', ...sent });
  }

  /** Is ready for the next deal, once for each. */
  ready(): void {
    const check = this.session.readyCheck;
    if (check === null || this.readySent === check.number) return;
    if (this.socket.send({ type: 'ready', entropy: entropy() })) this.readySent = check.number;
  }

  autopilot(on: boolean): void {
    this.socket.send({ type: 'autopilot', on });
  }

  leave(): void {
    this.socket.send({ type: 'leave' });
  }

  /** Ends the animations that run. */
  skip(): void {
    this.queue.skip();
  }

  dismissRefusal(): void {
    this.session = { ...this.session, refusal: null };
  }

  close(): void {
    removeEventListener('online', this.nudge);
    document.removeEventListener('visibilitychange', this.nudge);
    this.socket.close();
  }

  private takeIn(event: TableEvent): void {
    if (event.type === 'start') this.witnessed = false;
    this.session = apply(this.session, event);
  }

  private shown(event: TableEvent): Promise<void> | void {
    if (event.type === 'win' || event.type === 'drawn_deal') this.witnessed = true;
    return this.show(event);
  }
}
