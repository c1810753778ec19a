/* What a running clock says at a moment: first the time of the turn drains, then the extra time. */
import type { Clock } from './model';

export interface Reading {
  /** Shares of their whole that are left, from 0 to 1. */
  turn: number;
  extra: number;
  /** Whether the extra time is running. */
  late: boolean;
  /** Whole seconds left of what runs now; null where it is over and the table has yet to say so. */
  seconds: number | null;
  /** Seconds until the table plays by itself, the extra time included. */
  whole: number;
}

const SECOND = 1000;
/** From here on the clock warns. */
export const LAST_SECONDS = 5;

/** Reads a clock; null where none runs. */
export function read(clock: Clock | null, now: number): Reading | null {
  if (clock === null || clock.until === null) return null;
  const left = clock.until - now;
  const supply = clock.extra?.left ?? 0;
  const extra = Math.max(0, Math.min(supply, supply + left));
  const late = left <= 0 && extra > 0;
  const shown = late ? extra : Math.max(0, left);
  return {
    turn: Math.max(0, Math.min(1, left / clock.total)),
    extra: supply === 0 ? 0 : Math.min(1, extra / Math.max(clock.extra!.of, supply)),
    late,
    seconds: shown > 0 ? Math.ceil(shown / SECOND) : null,
    whole: Math.ceil((Math.max(0, left) + extra) / SECOND),
  };
}
