/* What is left of the four walls, for the eye (C3). */
import type { Place, Wall } from './model';

export const STACKS = 18;
const BEFORE_INDICATOR = 8;

/** Where the tiles were turned up, the indicator the last of them. */
export interface Opening {
  /** At the head (L2), otherwise at the tail. */
  head: boolean;
  /** The first one's place counted from the tail, from 1 (S3). */
  place: number;
  count: number;
  /** How many tiles the tail had lost before. */
  before: number;
}

/** The place whose wall is broken: counted counter-clockwise from the dealer as 1. */
export function brokenWall(dealer: Place, sum: number): Place {
  return ((dealer + sum - 1) % 4) as Place;
}

/** The place and stack that is `steps` stacks clockwise of a place's right end. */
export function stackAt(place: Place, steps: number): { place: Place; stack: number } {
  const round = ((steps % (4 * STACKS)) + 4 * STACKS) % (4 * STACKS);
  return { place: ((place + 3 * Math.floor(round / STACKS)) % 4) as Place, stack: round % STACKS };
}

/** The places, counted from the tail from 0, that were taken: the tiles behind the gold's hole stay and are drawn first (S3). */
function fromTail(count: number, opened: Opening | null): number[] {
  if (opened === null || opened.head) return Array.from({ length: count }, (_, i) => i);
  const first = opened.before + opened.place - 1;
  const hole = Array.from({ length: opened.count }, (_, i) => first + i);
  const drawn = Array.from({ length: count - opened.count }, (_, i) => (i < first ? i : i + opened.count));
  return [...drawn, ...hole];
}

/** Gives the walls after `head` and `tail` tiles have been taken, broken by a throw of `sum`. Those turned up for the gold
    are among them. Fuzhou shows the indicator on the ninth stack from the tail (F3), Longyan on the last (L2); opened by
    dice it lies where it was turned up (S3). */
export function wallLeft(dealer: Place, sum: number, head: number, tail: number, opened: Opening | null): Wall {
  const place = brokenWall(dealer, sum);
  const stacks = [0, 1, 2, 3].map(() => Array<number>(STACKS).fill(2)) as Wall['stacks'];
  const take = (index: number) => {
    const at = stackAt(place, sum + index);
    stacks[at.place][at.stack]!--;
  };
  const behind = (index: number) => 4 * STACKS - 1 - Math.floor(index / 2);
  for (let i = 0; i < head; i++) take(Math.floor(i / 2));
  for (const index of fromTail(tail, opened)) take(behind(index));
  const first = Math.floor(head / 2);
  const lies = (on: Opening) => {
    if (on.head) return behind(tail);
    return on.place > 1 ? behind(on.before + on.place + on.count - 2) : behind(tail) - BEFORE_INDICATOR;
  };
  return {
    stacks,
    head: stackAt(place, sum + first),
    indicator: opened && stackAt(place, sum + Math.max(first, lies(opened))),
  };
}

/** An empty table before the walls are built. */
export function noWall(): Wall {
  return { stacks: [0, 1, 2, 3].map(() => Array<number>(STACKS).fill(0)) as Wall['stacks'], head: null, indicator: null };
}
