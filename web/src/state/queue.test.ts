import { describe, expect, it } from 'vitest';
import type { ServerFrame, TableEvent } from '../net/frames';
import { FrameQueue } from './queue';

const draw = (seat: 0 | 1): TableEvent => ({ type: 'draw', seat, tile: '?' });
const events = (live: boolean, ...list: TableEvent[]): ServerFrame => ({
  type: 'events', live, events: list.map((event, i) => ({ seq: i + 1, event })),
});
const tick = () => new Promise<void>((done) => setTimeout(done, 0));

function stage() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const clock = { now: 0, hurried: false };
  const queue = new FrameQueue(
    { frame: ({ type }, at) => log.push(`${type}@${at}`), event: (event) => log.push(event.type) },
    (event) => {
      log.push(`show ${event.type}`);
      return new Promise<void>((done) => ends.push(done));
    },
    () => clock.now,
    () => clock.hurried,
  );
  return { log, ends, clock, queue };
}

describe('FrameQueue', () => {
  it('takes in what is only being caught up with at once', () => {
    const { log, queue } = stage();
    queue.push(events(false, draw(0), draw(1)));
    queue.push({ type: 'pong', n: 1 });

    expect(log).toEqual(['draw', 'draw', 'pong@0']);
  });

  it('holds everything back until an event has been shown, and keeps the time at which it came', async () => {
    const { log, ends, clock, queue } = stage();
    queue.push(events(true, draw(0)));
    queue.push({ type: 'pong', n: 1 });
    clock.now = 200;

    expect(log).toEqual(['draw', 'show draw']);
    ends[0]!();
    await tick();
    expect(log).toEqual(['draw', 'show draw', 'pong@0']);
  });

  it('shows nothing more of what came too long ago', async () => {
    const { log, ends, clock, queue } = stage();
    queue.push(events(true, draw(0), draw(1)));
    clock.now = 1000;
    ends[0]!();
    await tick();

    expect(log).toEqual(['draw', 'show draw', 'draw']);
  });

  it('skips what runs and what waits, and shows the next again', async () => {
    const { log, queue } = stage();
    queue.push(events(true, draw(0), draw(1)));
    queue.skip();
    await tick();
    expect(log).toEqual(['draw', 'show draw', 'draw']);
    queue.push(events(true, draw(0)));

    expect(log.at(-1)).toBe('show draw');
  });

  it('shows nothing while nobody looks', () => {
    const { log, clock, queue } = stage();
    clock.hurried = true;
    queue.push(events(true, draw(0), draw(1)));

    expect(log).toEqual(['draw', 'draw']);
  });
});
