import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerFrame } from './protocol';
import { backoff, TableSocket, type Line, type SocketLike } from './socket';

class FakeSocket implements SocketLike {
  readyState = 0;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  sent: { type: string; [key: string]: unknown }[] = [];
  closedWith: number | undefined;

  constructor(readonly url: string) {}

  open(): void {
    this.readyState = 1;
    this.onopen?.({});
  }

  hears(...frames: unknown[]): void {
    this.onmessage?.({ data: frames.map((frame) => JSON.stringify(frame)).join('\n') });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(code = 1005): void {
    this.closedWith = code;
    this.breaks(code);
  }

  breaks(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
}

/** A world with a clock that only moves when told to. */
class World {
  sockets: FakeSocket[] = [];
  frames: ServerFrame[] = [];
  lines: Line[] = [];
  repeats = 0;
  private now = 0;
  private next = 1;
  private tasks = new Map<number, { at: number; task: () => void }>();

  readonly client = new TableSocket(
    'ws://x/api/tables/t/socket',
    {
      frame: (frame) => this.frames.push(frame),
      line: (line) => this.lines.push(line),
      again: () => void (this.repeats += 1),
    },
    {
      open: (url) => {
        const socket = new FakeSocket(url);
        this.sockets.push(socket);
        return socket;
      },
      later: (task, ms) => {
        this.tasks.set(this.next, { at: this.now + ms, task });
        return this.next++;
      },
      cancel: (timer) => void this.tasks.delete(timer),
      chance: () => 1,
    },
  );

  get socket(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.tasks].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (due === undefined) break;
      this.tasks.delete(due[0]);
      this.now = due[1].at;
      due[1].task();
    }
    this.now = end;
  }
}

const event = (seq: number) => ({ seq, event: { type: 'draw', seat: 1, tile: '?' } });
const start = (seq: number) => ({ seq, event: { type: 'start', number: 0 } });

let world: World;

beforeEach(() => {
  world = new World();
  world.client.connect();
  world.socket.open();
});

describe('backoff', () => {
  it('doubles up to eight seconds and keeps a quarter of chance', () => {
    expect([0, 1, 2, 3, 10].map((attempt) => backoff(attempt, 1))).toEqual([300, 600, 1200, 2400, 8000]);
    expect(backoff(1, 0)).toBe(450);
  });
});

describe('TableSocket', () => {
  it('begins at the beginning and says when the line stands', () => {
    expect(world.socket.url).toBe('ws://x/api/tables/t/socket?batch=1&after=0');
    expect(world.lines).toEqual(['connecting', 'open']);
  });

  it('comes back by itself and asks for what it missed', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(7), event(8), event(9)] });
    world.socket.breaks();
    world.pass(300);

    expect(world.sockets).toHaveLength(2);
    expect(world.socket.url).toMatch(/after=9$/);
    expect(world.lines).toEqual(['connecting', 'open', 'lost', 'lost']);
  });

  it('waits longer each time and starts over once the line stood', () => {
    world.socket.breaks();
    world.pass(300);
    world.socket.breaks();
    world.pass(599);
    expect(world.sockets).toHaveLength(2);
    world.pass(1);
    expect(world.sockets).toHaveLength(3);
    world.socket.open();
    world.pass(5_000);
    world.socket.breaks();
    world.pass(300);

    expect(world.sockets).toHaveLength(4);
  });

  it('comes back less and less often to a server that lets in and drops at once', () => {
    for (const wait of [300, 600, 1_200, 2_400, 4_800, 8_000, 8_000]) {
      const before = world.sockets.length;
      world.socket.breaks(1011);
      world.pass(wait - 1);
      expect(world.sockets).toHaveLength(before);
      world.pass(1);
      expect(world.sockets).toHaveLength(before + 1);
      world.socket.open();
    }
  });

  it('gives up a try that is neither answered nor refused', () => {
    world.socket.breaks();
    world.pass(300);
    const stuck = world.socket;
    world.pass(9_999);
    expect(world.sockets).toHaveLength(2);
    world.pass(1);
    expect(stuck.closedWith).toBeDefined();
    world.pass(600);

    expect(world.sockets).toHaveLength(3);
    world.socket.open();
    world.pass(9_999);
    expect(world.lines.at(-1)).toBe('open');
  });

  it('makes sure at once of a line that stands when nudged', () => {
    world.client.nudge();
    expect(world.socket.sent).toEqual([{ type: 'ping', n: 1 }]);
    world.pass(6_000);

    expect(world.lines.at(-1)).toBe('lost');
  });

  it('tries at once when nudged, and only while it waits', () => {
    world.client.nudge();
    expect(world.sockets).toHaveLength(1);
    world.socket.breaks();
    world.client.nudge();

    expect(world.sockets).toHaveLength(2);
  });

  it('hands on no event twice', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(1), event(2)] });
    world.socket.hears({ type: 'events', live: false, events: [event(2), event(3)] });
    world.socket.hears({ type: 'events', live: false, events: [event(3)] });

    const seqs = world.frames.flatMap((frame) => (frame.type === 'events' ? frame.events.map(({ seq }) => seq) : []));
    expect(seqs).toEqual([1, 2, 3]);
  });

  it('never folds over a gap: it asks again from where it was', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(1), event(2)] });
    world.socket.hears({ type: 'events', live: true, events: [event(4)] });
    world.pass(300);

    expect(world.frames).toHaveLength(1);
    expect(world.socket.url).toMatch(/after=2$/);
  });

  it('takes frames that share a message in their order', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(1)] }, { type: 'turn', seat: 1 }, { type: 'events', live: true, events: [event(2)] });

    expect(world.frames.map(({ type }) => type)).toEqual(['events', 'turn', 'events']);
    expect(world.client.after).toBe(2);
  });

  it('takes nothing of a message behind a gap', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(1)] });
    world.socket.hears({ type: 'events', live: true, events: [event(3)] }, { type: 'turn', seat: 1 });

    expect(world.frames.map(({ type }) => type)).toEqual(['events']);
    expect(world.client.after).toBe(1);
  });

  it('takes a jump to a newer start, since a start stands for all that came before', () => {
    world.socket.hears({ type: 'events', live: true, events: [start(1)] });
    world.socket.hears({ type: 'events', live: false, events: [start(90), event(91)] });

    expect(world.client.after).toBe(91);
  });

  it('repeats an answer that was not acknowledged, with the same id', () => {
    world.client.send({ type: 'answer', decision: 1, answer: 'a1', move: 'pass' });
    world.socket.breaks();
    world.pass(300);
    world.socket.open();

    expect(world.socket.sent).toEqual([{ type: 'answer', decision: 1, answer: 'a1', move: 'pass' }]);
  });

  it('repeats a little later what the server threw away unread', () => {
    const answer = { type: 'answer', decision: 1, answer: 'a1', move: 'pass' } as const;
    const tooMany = { type: 'error', code: 'too_many', message: 'slow down', quoted: '' };
    world.client.send(answer);
    world.socket.hears(tooMany, tooMany);
    world.pass(999);
    expect(world.socket.sent).toEqual([answer]);
    world.pass(1);
    expect(world.socket.sent).toEqual([answer, answer]);
    expect(world.repeats).toBe(1);

    world.socket.hears(tooMany);
    world.socket.hears({ type: 'ack', id: 1, answer: 'a1', status: 'accepted' });
    world.pass(1_000);
    expect(world.socket.sent).toHaveLength(2);
    expect(world.repeats).toBe(2);
  });

  it('leaves the repeating to the next line where this one breaks', () => {
    world.client.send({ type: 'answer', decision: 1, answer: 'a1', move: 'pass' });
    world.socket.hears({ type: 'error', code: 'too_many', message: 'slow down', quoted: '' });
    world.socket.breaks(4029);
    world.pass(300);
    world.socket.open();
    world.pass(2_000);

    expect(world.socket.sent).toHaveLength(1);
  });

  it('repeats nothing that was acknowledged or whose question is closed', () => {
    world.client.send({ type: 'answer', decision: 1, answer: 'a1', move: 'pass' });
    world.client.send({ type: 'answer', decision: 2, answer: 'a2', move: 'pass' });
    world.socket.hears({ type: 'ack', id: 1, answer: 'a1', status: 'accepted' });
    world.socket.hears({ type: 'question_closed', id: 2, reason: 'deadline' });
    world.socket.breaks();
    world.pass(300);
    world.socket.open();

    expect(world.socket.sent).toEqual([]);
  });

  it('keeps an answer given while the line is away', () => {
    world.socket.breaks();
    const left = world.client.send({ type: 'answer', decision: 1, answer: 'a1', move: 'pass' });
    world.pass(300);
    world.socket.open();

    expect(left).toBe(false);
    expect(world.socket.sent).toHaveLength(1);
  });

  it('notices a line that died without a word', () => {
    world.pass(10_000);
    expect(world.socket.sent).toEqual([{ type: 'ping', n: 1 }]);
    world.pass(6_000);

    expect(world.lines.at(-1)).toBe('lost');
    world.pass(300);
    expect(world.sockets).toHaveLength(2);
  });

  it('takes any frame for a sign of life', () => {
    world.pass(10_000);
    world.socket.hears({ type: 'pong', n: 1 });
    world.pass(9_999);

    expect(world.sockets).toHaveLength(1);
    expect(world.lines.at(-1)).toBe('open');
  });

  it('stays away once the server said that the table is gone', () => {
    world.socket.hears({ type: 'closed', reason: 'over' });
    world.socket.breaks(1000);
    world.pass(60_000);

    expect(world.sockets).toHaveLength(1);
    expect(world.lines.at(-1)).toBe('closed');
  });

  it('stays away where coming back is of no use', () => {
    world.socket.breaks(4004);
    world.pass(60_000);

    expect(world.sockets).toHaveLength(1);
  });

  it('lets go when the page does', () => {
    world.client.close();
    world.pass(60_000);

    expect(world.sockets).toHaveLength(1);
    expect(world.socket.closedWith).toBe(1000);
  });
});
