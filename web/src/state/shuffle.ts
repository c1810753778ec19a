/**
 * A deal's shuffle done again in the browser: the wall follows from the seed that the server reveals at the end, and
 * must be the one that the tiles came from. docs/shuffle.md says each step.
 */
import type { Four, TileName } from '../net/names';

/** What left the wall in one event, in the order in which it was taken; hidden tiles are `?`. */
export type Taking =
  | { what: 'tiles'; seat: number; tiles: TileName[]; tail: boolean }
  | { what: 'gold'; tile: TileName; passed: TileName[]; place: number; head: boolean };

export interface Proof {
  /** The match's name, which is also the table's. */
  match: string;
  number: number;
  seed: string;
  commitment: string;
  entropy: string[];
  dealer: number;
  dice: [number, number];
  takings: Taking[];
  /** Every tile that left the wall, once all hands are open; null where that can't be told. */
  seen: TileName[] | null;
}

export interface Shuffled {
  tiles: TileName[];
  dice: [number, number];
  goldDice: [number, number];
}

/** `cannot`: browsers hash on secure addresses only. */
export type Verdict = { kind: 'good'; tiles: number } | { kind: 'seed' | 'wall' | 'nothing' | 'cannot' };

const TILES = 144;
const STACKS = 72;
const A_SIDE = 18;
const HANDFUL = 4;

function deck(): TileName[] {
  const run = (suit: string, to: number, copies: number) =>
    Array.from({ length: to }, (_, i) => Array<TileName>(copies).fill(`${i + 1}${suit}`)).flat();
  return [...run('m', 9, 4), ...run('p', 9, 4), ...run('s', 9, 4), ...run('z', 7, 4), ...run('f', 8, 1)];
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Shuffles the 144 tiles and rolls the four dice, from a seed in hex and a context. */
export async function shuffle(seed: string, context: string, subtle: SubtleCrypto = crypto.subtle): Promise<Shuffled> {
  const key = await subtle.importKey('raw', bytes(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const prefix = new TextEncoder().encode(`${context}|`);
  let block = new Uint8Array(0);
  let [at, counter] = [0, 0];

  async function byte(): Promise<number> {
    if (at === block.length) {
      const message = new Uint8Array(prefix.length + 8);
      message.set(prefix);
      new DataView(message.buffer).setUint32(prefix.length + 4, counter++);
      block = new Uint8Array(await subtle.sign('HMAC', key, message));
      at = 0;
    }
    return block[at++]!;
  }
  async function below(n: number): Promise<number> {
    let drawn = await byte();
    while (drawn >= 256 - (256 % n)) drawn = await byte();
    return drawn % n;
  }

  const tiles = deck();
  for (let i = TILES - 1; i > 0; i--) {
    const j = await below(i + 1);
    [tiles[i], tiles[j]] = [tiles[j]!, tiles[i]!];
  }
  const dice = [await below(6), await below(6), await below(6), await below(6)].map((pips) => pips + 1) as Four;
  return { tiles, dice: [dice[0], dice[1]], goldDice: [dice[2], dice[3]] };
}

/** The tiles from the break on: the head takes them from the front. */
export function wallOrder({ tiles, dice }: Shuffled, dealer: number): TileName[] {
  const sum = dice[0] + dice[1];
  const broken = (dealer + sum - 1) % 4;
  const start = 2 * ((((4 - broken) % 4) * A_SIDE + sum) % STACKS);
  return [...tiles.slice(start), ...tiles.slice(0, start)];
}

/** The tiles that left the wall, or null where one was seen that did not lie there. */
export function replay(wall: TileName[], takings: readonly Taking[], dealer: number): TileName[] | null {
  let head = 0;
  let tail = 0;
  let hole = { from: TILES, to: TILES };
  const gone: TileName[] = [];
  const fits = (tile: TileName, found: TileName | undefined) => {
    if (found === undefined || (tile !== '?' && tile !== found)) return false;
    gone.push(found);
    return true;
  };
  /* From the tail the last stack's top comes first, then its bottom, then the stack before it. */
  const fromTail = (n: number) => wall[TILES - 2 - 2 * Math.floor(n / 2) + (n % 2)];
  const nextFromTail = () => {
    if (tail === hole.from) tail = hole.to;
    return fromTail(tail++);
  };

  const dealt = takings.findIndex((taking) => taking.what === 'gold' || taking.tail);
  const hands = takings.slice(0, Math.min(4, dealt < 0 ? takings.length : dealt));
  for (const [i, taking] of takings.entries()) {
    if (taking.what === 'gold') {
      if (!taking.head) hole = { from: tail + taking.place - 1, to: tail + taking.place - 1 };
      for (const tile of [...taking.passed, taking.tile]) if (!fits(tile, taking.head ? wall[head++] : fromTail(hole.to++))) return null;
    } else if (i < hands.length) {
      /* Hands are dealt in handfuls of four, seat by seat; the dealer's last tile comes after all of them. */
      const turn = (taking.seat - dealer + 4) % 4;
      const size = taking.tiles.length - (turn === 0 ? 1 : 0);
      for (const [n, tile] of taking.tiles.entries()) {
        const round = Math.floor(n / HANDFUL);
        const place = n === size ? 4 * size : 4 * HANDFUL * round + turn * Math.min(HANDFUL, size - HANDFUL * round) + (n % HANDFUL);
        if (!fits(tile, wall[place])) return null;
      }
      head += taking.tiles.length;
    } else {
      for (const tile of taking.tiles) if (!fits(tile, taking.tail ? nextFromTail() : wall[head++])) return null;
    }
  }
  return gone;
}

function same(a: readonly TileName[], b: readonly TileName[]): boolean {
  return a.length === b.length && a.toSorted().join() === b.toSorted().join();
}

/** Checks a deal that is over against what was promised before it and what was seen during it. */
export async function check(proof: Proof, subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null): Promise<Verdict> {
  const { match, number, seed, commitment, entropy, dealer, dice, takings, seen } = proof;
  if (seed === '' || commitment === '') return { kind: 'nothing' };
  if (subtle === null) return { kind: 'cannot' };
  if (hex(await subtle.digest('SHA-256', bytes(seed))) !== commitment) return { kind: 'seed' };
  const shuffled = await shuffle(seed, ['goldsparrow-1', match, number, ...entropy].join('|'), subtle);
  if (shuffled.dice.join() !== dice.join()) return { kind: 'wall' };
  const wall = wallOrder(shuffled, dealer);
  /* Deals from before the events told it may have opened the gold at the head without a word. */
  const fromHead = takings.map((taking) => (taking.what === 'gold' ? { ...taking, head: true } : taking));
  for (const told of [takings, fromHead]) {
    const gone = replay(wall, told, dealer);
    if (gone !== null && (seen === null || same(gone, seen))) return { kind: 'good', tiles: gone.length };
  }
  return { kind: 'wall' };
}
