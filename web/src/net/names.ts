/** Short names for parts of the generated protocol types. */
import type { Start, Win } from './protocol';

export type TileName = string;
export type Seat = Start['dealer'];
/** One number a seat. */
export type Four = Start['scores'];
export type WinBy = Win['by'];
