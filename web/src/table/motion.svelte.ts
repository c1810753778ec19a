/* Shows the moments of a deal one after another.

   Each moment is a whole model; the shown model changes at once and the tiles that moved start from where they
   were (so that skipping is nothing but ending the animations). The queue is never more than a second behind
   once somebody has to answer: it plays faster, then drops moments. */
import { tick } from 'svelte';
import type { Place, TableModel } from './model';
import { journeys, type Journey } from './journeys';
import type { Spot } from './spots';

export type Cue =
  | { kind: 'still' }
  | { kind: 'build' }
  | { kind: 'dice'; dice: [number, number] }
  | { kind: 'deal' }
  | { kind: 'flower'; place: Place }
  | { kind: 'gold' }
  | { kind: 'draw'; place: Place }
  | { kind: 'discard'; place: Place }
  | { kind: 'claim'; place: Place; name: string }
  /** Points change hands during a deal; by place. */
  | { kind: 'payment'; reason: string; points: [number, number, number, number] }
  | { kind: 'win'; place: Place; name: string }
  | { kind: 'drawn_deal' };

export interface Frame {
  model: TableModel;
  cue: Cue;
}

/** How long each kind of moment lasts when nothing hurries, in milliseconds. */
export const LASTS: Record<Cue['kind'], number> = {
  still: 0, build: 1900, dice: 1300, deal: 1900, flower: 300, gold: 1700, draw: 160, discard: 220, claim: 300, payment: 700, win: 1100, drawn_deal: 900,
};
const MOST_BEHIND = 1000;
const OPENING: Cue['kind'][] = ['build', 'dice', 'deal', 'gold'];

/** Somebody has to answer: from now on the picture must not lag. */
function pressing(frame: Frame): boolean {
  return frame.model.moves.length > 0 || (frame.model.clock !== null && !OPENING.includes(frame.cue.kind));
}

/** How fast to play a queue, and how many of its first moments to drop. */
export function pace(queue: readonly Frame[]): { rate: number; drop: number } {
  if (!queue.some(pressing)) return { rate: 1, drop: 0 };
  let behind = queue.reduce((sum, frame) => sum + LASTS[frame.cue.kind], 0);
  let drop = 0;
  while (behind > 6 * MOST_BEHIND && drop < queue.length - 1) behind -= LASTS[queue[drop++]!.cue.kind];
  return { rate: Math.max(1, behind / MOST_BEHIND), drop };
}

/** What the view does for a moment: it moves the tiles, and shows the ceremonies. */
export interface Performer {
  /** Where everything is now; asked before and after the model changes. */
  spots(): Map<string, Spot>;
  perform(frame: Frame, moved: Journey[], from: Map<string, Spot>, lasts: number): Animation[];
}

export class Stage {
  model = $state.raw<TableModel>()!;
  cue = $state.raw<Cue>({ kind: 'still' });
  /** True while a ceremony plays that a tap can skip. */
  busy = $state(false);
  reduced = $state(false);
  /** How many times slower everything plays; for looking closely. */
  slowness = 1;
  performer: Performer | null = null;
  /** Called whenever everything that was pushed has been shown or skipped. */
  onidle: (() => void) | null = null;
  private queue: Frame[] = [];
  private running = false;
  private animations: Animation[] = [];
  private wake: (() => void) | null = null;
  private readonly listeners = new Set<(frame: Frame) => void>();

  constructor(model: TableModel) {
    this.model = model;
  }

  /** Calls back with every moment as it begins to show. */
  listen(listener: (frame: Frame) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  push(model: TableModel, cue: Cue): void {
    this.queue.push({ model, cue });
    if (!this.running) void this.play();
  }

  /** Replaces everything at once, as after a reload. */
  reset(model: TableModel): void {
    this.queue = [];
    this.finish();
    this.cue = { kind: 'still' };
    this.model = model;
  }

  /** Ends what is playing and shows the newest moment. */
  skip(): void {
    const last = this.queue.at(-1);
    for (const frame of this.queue.slice(0, -1)) this.tell(frame);
    this.queue = last ? [{ model: last.model, cue: last.cue }] : [];
    this.finish();
  }

  private finish(): void {
    for (const animation of this.animations) animation.finish();
    this.animations = [];
    this.wake?.();
  }

  private tell(frame: Frame): void {
    for (const listener of this.listeners) listener(frame);
  }

  private async play(): Promise<void> {
    this.running = true;
    while (this.queue.length) {
      const { rate, drop } = pace(this.queue);
      for (const frame of this.queue.splice(0, drop)) this.tell(frame);
      await this.show(this.queue.shift()!, rate);
    }
    this.busy = false;
    this.cue = { kind: 'still' };
    this.running = false;
    this.onidle?.();
  }

  private async show(frame: Frame, rate: number): Promise<void> {
    const before = this.model;
    const from = this.performer?.spots() ?? new Map<string, Spot>();
    const lasts = this.reduced ? 0 : (LASTS[frame.cue.kind] * this.slowness) / rate;
    this.model = frame.model;
    this.cue = frame.cue;
    this.busy = OPENING.includes(frame.cue.kind) || frame.cue.kind === 'win';
    this.tell(frame);
    if (!lasts) return;
    await tick();
    // The table may have come or gone with this very moment: then there is nothing to move.
    if (!this.performer) return;
    const moved = frame.cue.kind === 'deal' || frame.cue.kind === 'build' ? [] : journeys(before, frame.model);
    this.animations = this.performer.perform(frame, moved, from, lasts);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lasts);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}
