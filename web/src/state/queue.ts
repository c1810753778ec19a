/**
 * Frames one after the other, each event shown before the next is taken in, and never far behind the game.
 */
import type { ServerFrame, TableEvent } from '../net/frames';

/** Shows one event; what it returns is waited for, unless the queue has to hurry. */
export type Show = (event: TableEvent) => Promise<void> | void;

export interface Sink {
  /** Takes in a frame that carries no events; `at` is when it came. */
  frame(frame: ServerFrame, at: number): void;
  /** Takes in one event. */
  event(event: TableEvent): void;
}

const LONGEST_LAG_MS = 900;

type Entry = { frame: ServerFrame; at: number } | { event: TableEvent; at: number; live: boolean };

export class FrameQueue {
  private entries: Entry[] = [];
  private running = false;
  private skipping = false;
  private release: (() => void) | null = null;

  constructor(
    private readonly sink: Sink,
    private readonly show: Show,
    private readonly now: () => number,
    private readonly hurried: () => boolean = () => false,
  ) {}

  push(frame: ServerFrame): void {
    const at = this.now();
    if (frame.type === 'events') {
      for (const { event } of frame.events) this.entries.push({ event, at, live: frame.live });
    } else {
      this.entries.push({ frame, at });
    }
    if (!this.running) void this.run();
  }

  /** Ends the animation that runs and those of everything that has come so far. */
  skip(): void {
    this.skipping = this.entries.length > 0;
    this.release?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let entry = this.entries.shift(); entry !== undefined; entry = this.entries.shift()) {
      if ('frame' in entry) {
        this.sink.frame(entry.frame, entry.at);
        continue;
      }
      this.sink.event(entry.event);
      const late = this.now() - entry.at > LONGEST_LAG_MS;
      if (!entry.live || late || this.skipping || this.hurried()) continue;
      const shown = this.show(entry.event);
      if (shown) await Promise.race([shown, new Promise<void>((done) => (this.release = done))]);
      this.release = null;
    }
    this.skipping = false;
    this.running = false;
  }
}
