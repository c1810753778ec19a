/* What is left of the four walls, for the eye (C3). */
import type { Place, Wall } from './model';

export const STACKS = 18;
const BEFORE_INDICATOR = 8;

/** The place whose wall is broken: counted counter-clockwise from the dealer as 1. */
export function brokenWall(dealer: Place, sum: number): Place {
  return ((dealer + sum - 1) % 4) as Place;
}

/** The place and stack that is `steps` stacks clockwise of a place's right end. */
export function stackAt(place: Place, steps: number): { place: Place; stack: number } {
  const round = ((steps % (4 * STACKS)) + 4 * STACKS) % (4 * STACKS);
  return { place: ((place + 3 * Math.floor(round / STACKS)) % 4) as Place, stack: round % STACKS };
}

/** Gives the walls after `fromHead` and `fromTail` tiles have been taken, broken by a throw of `sum`.
    The indicator is one of those taken from the tail; it lies on the ninth stack from there. */
export function wallLeft(dealer: Place, sum: number, fromHead: number, fromTail: number, indicator: boolean): Wall {
  const place = brokenWall(dealer, sum);
  const stacks = [0, 1, 2, 3].map(() => Array<number>(STACKS).fill(2)) as Wall['stacks'];
  const take = (index: number) => {
    const at = stackAt(place, sum + index);
    stacks[at.place][at.stack]!--;
  };
  for (let i = 0; i < fromHead; i++) take(Math.floor(i / 2));
  for (let i = 0; i < fromTail; i++) take(4 * STACKS - 1 - Math.floor(i / 2));
  const last = 4 * STACKS - 1 - Math.floor(fromTail / 2);
  const first = Math.floor(fromHead / 2);
  return {
    stacks,
    head: stackAt(place, sum + first),
    indicator: indicator ? stackAt(place, sum + Math.max(first, last - BEFORE_INDICATOR)) : null,
  };
}

/** An empty table before the walls are built. */
export function noWall(): Wall {
  return { stacks: [0, 1, 2, 3].map(() => Array<number>(STACKS).fill(0)) as Wall['stacks'], head: null, indicator: null };
}
