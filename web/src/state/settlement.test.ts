import { describe, expect, it } from 'vitest';
import type { TableEvent } from '../net/protocol';
import { fold, type TableState } from './fold';
import { evaluate, settle } from './settlement';

const hidden = (count: number) => Array<string>(count).fill('?');
const HAND = ['1z', '2m', '3m', '4m', '3p', '4p', '1s', '6s', '1s', '8s', '7p', '7p', '9s', '9s', '8m', '8m'];

/** Worked example: seat 1 draws its own win, six flowers, one gold, a concealed kong, dealer streak 3. */
const WIN: Extract<TableEvent, { type: 'win' }> = {
  type: 'win', seat: 1, by: 'self_draw', tile: '7p', hand: ['2m', '3m', '4m', '3p', '4p', '1s', '6s', '1s', '8s', '7p', '7p', '7p', '9s', '9s'],
  score: {
    items: [
      { key: 'base', count: 1, points: 5 }, { key: 'flowers', count: 4, points: 6 }, { key: 'golds', count: 2, points: 2 },
      { key: 'kongs', count: 1, points: 2 }, { key: 'streak', count: 3, points: 3 },
    ],
    formula: '(5 + 6 + 2 + 2 + 3) x 2', payments: [-36, 96, -30, -30], special: null, passed_over: ['three_golds'],
    groups: [
      { kind: 'kong', tiles: ['8m', '8m', '8m', '8m'], stands: ['8m', '8m', '8m', '8m'], golds: [], open: false },
      { kind: 'chow', tiles: ['2m', '3m', '4m'], stands: ['2m', '3m', '4m'], golds: [], open: false },
      { kind: 'chow', tiles: ['3p', '4p', '1s'], stands: ['3p', '4p', '5p'], golds: [2], open: false },
      { kind: 'chow', tiles: ['6s', '1s', '8s'], stands: ['6s', '7s', '8s'], golds: [1], open: false },
      { kind: 'pong', tiles: ['7p', '7p', '7p'], stands: ['7p', '7p', '7p'], golds: [], open: false },
      { kind: 'pair', tiles: ['9s', '9s'], stands: ['9s', '9s'], golds: [], open: false },
    ],
    dues: [
      { seat: 0, points: 36, formula: '(5 + 6 + 2 + 2 + 3) x 2' },
      { seat: 2, points: 30, formula: '(5 + 6 + 2 + 2) x 2' },
      { seat: 3, points: 30, formula: '(5 + 6 + 2 + 2) x 2' },
    ],
  },
};

function played(...events: TableEvent[]): TableState {
  const opening: TableEvent[] = [
    { type: 'start', number: 3, dealer: 0, streak: 3, scores: [100, -40, -30, -30], dice: [2, 2], break_seat: 3, break_stack: 4 },
    ...[0, 2, 3].map((seat): TableEvent => ({ type: 'take', seat: seat as 0, tiles: hidden(16) })),
    { type: 'take', seat: 1, tiles: [...HAND, '8m'] },
    { type: 'flowers', seat: 1, tiles: ['1z'] },
    { type: 'take', seat: 1, tiles: ['8m'], tail: true },
    { type: 'gold', tile: '1s' },
  ];
  return [...opening, ...events].reduce<TableState | null>(fold, null) as TableState;
}

const END: TableEvent = { type: 'end', hands: [[], WIN.hand, [], []], payments: [-72, 192, -60, -60], scores: [28, 152, -90, -90], seed: 'ff' };

describe('settle', () => {
  it('shows nothing while the deal runs', () => {
    expect(settle(played(), 1)).toBeNull();
  });

  it('shows each gold with what it stands for', () => {
    const shown = settle(played(WIN, END), 2)!;
    const stands = shown.win!.groups.flatMap(({ tiles }) => tiles).filter(({ gold }) => gold).map((tile) => tile.stands);

    expect(stands).toEqual(['5p', '7s']);
  });

  it('counts a tile that was claimed to win among those that left the wall, once', () => {
    const win: TableEvent = { ...WIN, by: 'discard', source: 2, hand: WIN.hand.slice(1) };
    const rest = ['1m', '1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '1p', '2p', '3p', '4p', '5p', '6p'];
    const shown = settle(
      played({ type: 'draw', seat: 2, tile: '?' }, { type: 'discard', seat: 2, tile: '7p' }, win, { ...END, hands: [rest, WIN.hand.slice(1), rest, rest] } as TableEvent), 1,
    )!;

    expect(shown.proof.seen!.filter((tile) => tile === '7p')).toHaveLength(4);
    expect(shown.proof.seen).toContain('1s');
  });

  it('marks the winning tile once', () => {
    const shown = settle(played(WIN, END), 2)!;
    const winning = shown.win!.groups.flatMap(({ tiles }) => tiles).filter((tile) => tile.winning);

    expect(winning.map(({ tile }) => tile)).toEqual(['7p']);
  });

  it('has lines that add up: sums make the dues, dues make the payments, payments make the new points', () => {
    const shown = settle(played(WIN, END), 2)!;

    for (const line of shown.lines) {
      if (line.formula !== '') expect(-evaluate(line.formula)).toBe(line.forWin);
      expect(line.before + line.total).toBe(line.after);
      expect(line.forWin * shown.stake).toBe(line.total);
    }
    expect(shown.lines.reduce((sum, { total }) => sum + total, 0)).toBe(0);
    expect(shown.win!.items.reduce((sum, { points }) => sum + points, 0) * 2).toBe(evaluate(shown.win!.formula));
  });

  it('keeps what was paid during the deal apart', () => {
    const shown = settle(played({ type: 'payment', reason: 'followed_discard', payments: [-3, 1, 1, 1] }, { type: 'drawn_deal' }, {
      type: 'end', hands: [[], [], [], []], payments: [-3, 1, 1, 1], scores: [97, -39, -29, -29],
    }), 1)!;

    expect(shown.win).toBeNull();
    expect(shown.hasInstant).toBe(true);
    expect(shown.lines[0]).toMatchObject({ total: -3, forWin: 0, instant: [{ reason: 'followed_discard', points: -3 }] });
  });

  it('lays all tiles in one row where the scorer read no groups', () => {
    const bare = { ...WIN, by: 'three_golds' as const, tile: null, score: { ...WIN.score, groups: [] } };
    const shown = settle(played(bare, END), 1)!;

    expect(shown.win!.groups.at(-1)!.tiles[0]).toMatchObject({ tile: '1s', gold: true });
  });
});

describe('evaluate', () => {
  it.each([['5', 5], ['(5 + 8 + 1) x 2', 28], ['5 + 3 + 60', 68], ['(5 + 3) x 2 + 30', 46], ['2 x (3 + 4) x 2', 28]])('reads %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it.each(['', '5 +', '(5', '5 5', 'x'])('refuses %j', (text) => {
    expect(() => evaluate(text)).toThrow();
  });
});
