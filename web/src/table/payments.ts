/* Who pays whom of a payment that is only known by what each seat gains: pure. */
import { PLACES, type Place } from './model';

export interface Flight { from: Place; to: Place; points: number }

/** Splits gains and losses into single payments, each from one who loses to one who gains. */
export function flights(points: readonly [number, number, number, number]): Flight[] {
  const left = [...points];
  const found: Flight[] = [];
  for (const from of PLACES)
    for (const to of PLACES) {
      const moved = Math.min(-left[from]!, left[to]!);
      if (moved <= 0) continue;
      left[from]! += moved;
      left[to]! -= moved;
      found.push({ from, to, points: moved });
    }
  return found;
}
