/** One open table: its socket, what is known of it, and what the player may send. */
import { TableSocket } from '../net/socket';
import type { Seat } from '../net/names';
import type { ServerFrame } from '../net/protocol';
import { moments, type Moment } from './moments';
import { answered, hinted, NEW_SESSION, ownSeat, receive, type Session } from './session';

/** Bytes in hex from the browser's own source of chance; unlike `randomUUID` it is there on plain addresses of a home network too. */
export function chance(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Watcher {
  /** Something happened just now: show these moments one after another. */
  live(list: Moment[]): void;
  /** Everything may have changed at once, as after a reload or a lost line. */
  jump(session: Session): void;
}

export class TableStore {
  session: Session = $state.raw(NEW_SESSION);

  private readonly socket: TableSocket;
  /** The deal that the player is ready for, and whether the line that stands has carried that. */
  private readyFor = -1;
  private readySent = false;
  /** The event that ended the newest opening, and the newest of which the server knows that it was shown. */
  private opening = 0;
  private seenSent = 0;

  constructor(table: string, private readonly watcher: Watcher, private readonly now: () => number = () => performance.now()) {
    const { protocol, host } = location;
    const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.socket = new TableSocket(url, {
      frame: (frame) => this.receive(frame),
      line: (line) => this.become({ ...this.session, line }),
      again: () => this.again(),
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
    const sent = { answer: chance(16), decision: question.frame.id, move };
    this.become(answered(this.session, sent));
    this.socket.send({ type: 'answer', ...sent });
  }

  /** Asks the coach about the open question; its advice comes as a frame. */
  hint(): void {
    const { question, pending, hint } = this.session;
    if (question === null || pending !== null) return;
    const decision = question.frame.id;
    if (hint?.decision === decision && hint.trouble === null) return;
    if (this.socket.send({ type: 'hint', decision })) this.become(hinted(this.session, decision));
  }

  /** Is ready for the next deal; the server is told as soon as there is a line, and again after one was lost. */
  ready(): void {
    const check = this.session.readyCheck;
    if (check === null || this.readyFor === check.number) return;
    this.readyFor = check.number;
    this.readySent = false;
    this.sendReady();
  }

  private sendReady(): void {
    const { readyCheck: check } = this.session;
    const own = ownSeat(this.session);
    if (check === null || own === null || this.readySent || this.readyFor !== check.number || check.ready[own]) return;
    this.readySent = this.socket.send({ type: 'ready', entropy: chance(32) });
  }

  /** Says once more what the server may have thrown away; both are harmless to repeat. */
  private again(): void {
    this.readySent = false;
    this.sendReady();
    if (this.seenSent > 0) this.socket.send({ type: 'seen', seq: this.seenSent });
  }

  /** Everything that came has been shown or skipped: the table need not rest for this seat. */
  seen(): void {
    if (this.opening <= this.seenSent || ownSeat(this.session) === null) return;
    if (this.socket.send({ type: 'seen', seq: this.opening })) this.seenSent = this.opening;
  }

  /** Proposes that a bot takes an absent person's seat, agrees to it or refuses it. */
  vote(seat: Seat, agree: boolean): void {
    this.become({ ...this.session, error: null });
    this.socket.send({ type: 'vote', seat, agree });
  }

  autopilot(on: boolean): void {
    this.socket.send({ type: 'autopilot', on });
  }

  leave(): void {
    this.socket.send({ type: 'leave' });
  }

  dismissRefusal(): void {
    this.become({ ...this.session, refusal: null });
  }

  close(): void {
    removeEventListener('online', this.nudge);
    document.removeEventListener('visibilitychange', this.nudge);
    this.socket.close();
  }

  private receive(frame: ServerFrame): void {
    if (frame.type !== 'events') {
      // What was sent into a line that broke may never have arrived.
      if (frame.type === 'welcome') [this.readySent, this.seenSent] = [false, 0];
      this.become(receive(this.session, frame, this.now()));
      if (frame.type === 'ready_check') this.sendReady();
      return;
    }
    const list = moments(this.session, frame.events.map(({ event }) => event));
    const last = list[list.length - 1];
    if (last === undefined) return;
    this.session = last.session;
    for (const { seq, event } of frame.events) if (event.type === 'gold') this.opening = seq;
    if (frame.live && !document.hidden) this.watcher.live(list);
    else this.watcher.jump(last.session);
  }

  /** What changes without an event is shown behind the events that are still being shown. */
  private become(session: Session): void {
    this.session = session;
    this.watcher.live([{ session, cue: { kind: 'still' } }]);
  }
}
