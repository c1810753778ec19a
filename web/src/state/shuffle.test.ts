/* The shuffle as docs/shuffle.md says it, against the vectors, and against deals that the engine played. */
import { createHash, webcrypto } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TableEvent } from '../net/protocol';
import { fold, type TableState } from './fold';
import { settle } from './settlement';
import { check, replay, shuffle, wallOrder, type Proof, type Taking } from './shuffle';

const vectors = fileURLToPath(new URL('../../../tests/vectors', import.meta.url));
const subtle = webcrypto.subtle as SubtleCrypto;

interface Vector { seed: string; context: string; tiles: string[]; dice: [number, number]; gold_dice: [number, number] }
const VECTORS = JSON.parse(readFileSync(`${vectors}/shuffle.json`, 'utf8')) as Vector[];

describe('the shuffle', () => {
  it.each(VECTORS)('of seed $seed in "$context" is the published one', async ({ seed, context, tiles, dice, gold_dice }) => {
    expect(await shuffle(seed, context, subtle)).toEqual({ tiles, dice, goldDice: gold_dice });
  });
});

/** A dealt table of match `match` from one of the vectors, with a few draws after it. */
function dealt(vector: Vector): Proof {
  const wall = wallOrder({ tiles: vector.tiles, dice: vector.dice, goldDice: vector.gold_dice }, 1);
  const hand = (turn: number) => [0, 1, 2, 3].flatMap((round) => wall.slice(16 * round + 4 * turn, 16 * round + 4 * turn + 4));
  const takings: Taking[] = [
    { what: 'tiles', seat: 1, tiles: [...hand(0), wall[64]!], tail: false },
    { what: 'tiles', seat: 2, tiles: Array<string>(16).fill('?'), tail: false },
    { what: 'tiles', seat: 3, tiles: Array<string>(16).fill('?'), tail: false },
    { what: 'tiles', seat: 0, tiles: hand(3), tail: false },
    { what: 'tiles', seat: 0, tiles: [wall[142]!], tail: true },
    { what: 'gold', tile: wall[143]!, passed: [], place: 1, head: false },
    { what: 'tiles', seat: 2, tiles: ['?'], tail: false },
    { what: 'tiles', seat: 3, tiles: [wall[66]!], tail: false },
  ];
  const seen = [...wall.slice(0, 67), wall[142]!, wall[143]!];
  const commitment = createHash('sha256').update(Buffer.from(vector.seed, 'hex')).digest('hex');
  return { match: 'match', number: 0, seed: vector.seed, commitment, entropy: [], dealer: 1, dice: vector.dice, takings, seen };
}

describe('checking a deal', () => {
  const vector = VECTORS.find(({ context }) => context === 'goldsparrow-1|match|0')!;
  const proof = dealt(vector);

  it('finds a fair deal fair and counts what left the wall', async () => {
    expect(await check(proof, subtle)).toEqual({ kind: 'good', tiles: 69 });
  });

  it('finds a seed that was not promised', async () => {
    expect(await check({ ...proof, seed: `${vector.seed.slice(2)}01` }, subtle)).toEqual({ kind: 'seed' });
  });

  it('finds a wall that another context would make', async () => {
    expect(await check({ ...proof, number: 1 }, subtle)).toEqual({ kind: 'wall' });
    expect(await check({ ...proof, entropy: ['c0ffee', '', '', ''] }, subtle)).toEqual({ kind: 'wall' });
  });

  it('finds a tile that was exchanged while it was hidden', async () => {
    const seen = proof.seen!.slice();
    seen[20] = seen[20] === '1m' ? '2m' : '1m';
    expect(await check({ ...proof, seen }, subtle)).toEqual({ kind: 'wall' });
  });

  it('finds a tile that was drawn out of turn', async () => {
    const takings = proof.takings.slice(0, -1);
    const last = (proof.takings.at(-1) as Extract<Taking, { what: 'tiles' }>).tiles[0]!;
    takings.push({ what: 'tiles', seat: 3, tiles: [last === '1m' ? '2m' : '1m'], tail: false });
    expect(await check({ ...proof, takings, seen: null }, subtle)).toEqual({ kind: 'wall' });
  });

  it('says when there is nothing to check, or no way to', async () => {
    expect(await check({ ...proof, seed: '' }, subtle)).toEqual({ kind: 'nothing' });
    expect(await check(proof, null)).toEqual({ kind: 'cannot' });
  });
});

describe.each(readdirSync(`${vectors}/streams`).filter((name) => name.endsWith('.json')))('the deal %s', (name) => {
  const { steps } = JSON.parse(readFileSync(`${vectors}/streams/${name}`, 'utf8')) as { steps: { event: TableEvent }[] };

  it('came from the wall that its seed makes', async () => {
    const key = name.replace('.json', '');
    let table: TableState | null = null;
    for (const { event } of steps) {
      table = fold(table, event);
      if (event.type === 'end') break;
    }
    const { takings, seen, dealer } = settle(table!, 1)!.proof;
    const wall = wallOrder(await shuffle('00'.repeat(32), `streams/${key}`, subtle), dealer);
    const gone = replay(wall, takings, dealer);
    expect(gone).not.toBeNull();
    if (seen !== null) expect(gone!.toSorted()).toEqual(seen.toSorted());
    const [head, tail] = [true, false].map((head) => takings.map((taking) => (taking.what === 'gold' ? { ...taking, head } : taking)));
    expect([head, tail].map((opened) => replay(wall, opened!, dealer) !== null)).toEqual([key === 'longyan', key !== 'longyan']);
    expect(replay(wallOrder(await shuffle('00'.repeat(32), 'another', subtle), dealer), takings, dealer)).toBeNull();
  });
});
