import { describe, expect, it } from 'vitest';
import type { TableEvent } from '../net/protocol';
import { drawable, fold, meldTiles, tilesLeft, type TableState } from './fold';

const START: TableEvent = {
  type: 'start', number: 2, dealer: 1, streak: 1, scores: [10, -10, 5, -5], dice: [3, 4], break_seat: 3, break_stack: 7,
};
const FIGURES = { reserve: 18, per_exposed_kong: 1, per_concealed_kong: 2, per_flower_set: 2, counts_indicator: false, last_draws: 4 };
const hidden = (count: number) => Array<string>(count).fill('?');

/** A table after its opening: seat 0 is the one who looks, seat 1 deals. */
const OPENING: TableEvent[] = [
  START,
  { type: 'take', seat: 1, tiles: hidden(17) },
  { type: 'take', seat: 2, tiles: hidden(16) },
  { type: 'take', seat: 3, tiles: hidden(16) },
  { type: 'take', seat: 0, tiles: ['3m', '1m', '1z', '2p', '2p', '2p', '9s', '9s', '5p', '5p', '5p', '7s', '8s', '9s', '4m', '5m'] },
  { type: 'flowers', seat: 0, tiles: ['1z'] },
  { type: 'take', seat: 0, tiles: ['2p'], tail: true },
  { type: 'gold', tile: '6m', passed: ['3f'] },
];

function run(...events: TableEvent[]): TableState {
  return events.reduce<TableState | null>(fold, null) as TableState;
}

describe('fold', () => {
  it('sets the table up at a start', () => {
    const table = run(START);

    expect(table.seats.map(({ points }) => points)).toEqual([10, -10, 5, -5]);
    expect(table.dealer).toBe(1);
    expect(tilesLeft(table)).toBe(144);
  });

  it('refuses a stream that does not begin with a start', () => {
    expect(() => fold(null, { type: 'drawn_deal' })).toThrow(/begins with start/);
  });

  it('deals, lays flowers and opens the gold', () => {
    const table = run(...OPENING);

    expect(table.seats[0].hand.join(' ')).toBe('1m 3m 4m 5m 2p 2p 2p 2p 5p 5p 5p 7s 8s 9s 9s 9s');
    expect(table.seats[0].flowers).toEqual(['1z']);
    expect(table.seats[1].flowers).toEqual(['3f']);
    expect(table.seats[2].hand).toEqual(hidden(16));
    expect(table.gold).toBe('6m');
    expect(tilesLeft(table)).toBe(144 - 65 - 1 - 2);
  });

  it('shows what was drawn until its seat acts, and the discard that is alive until somebody moves on', () => {
    const discarded = run(...OPENING, { type: 'discard', seat: 1, tile: '8m' });
    const drawn = fold(discarded, { type: 'draw', seat: 2, tile: '?' });

    expect(discarded.live).toEqual({ seat: 1, tile: '8m' });
    expect(drawn.live).toBeNull();
    expect(drawn.drawn).toEqual({ seat: 2, tile: '?' });
    expect(drawn.seats[2].hand).toHaveLength(17);
    expect(fold(drawn, { type: 'discard', seat: 2, tile: '1p' }).drawn).toBeNull();
  });

  it('takes a claimed discard out of its river and into the meld', () => {
    const table = run(
      ...OPENING,
      { type: 'discard', seat: 1, tile: '8m' },
      { type: 'draw', seat: 2, tile: '?' },
      { type: 'discard', seat: 2, tile: '5p' },
      { type: 'pong', seat: 0, tile: '5p', source: 2 },
    );

    expect(table.seats[2].river).toEqual([{ tile: '5p', claimed: true }]);
    expect(table.seats[0].melds).toEqual([{ kind: 'pong', tile: '5p', concealed: false, claimed: '5p', source: 2 }]);
    expect(table.seats[0].hand.filter((tile) => tile === '5p')).toHaveLength(1);
    expect(table.live).toBeNull();
  });

  it('keeps the claimed tile of a chow apart from those that came from the hand', () => {
    const table = run(
      ...OPENING,
      { type: 'discard', seat: 1, tile: '8m' },
      { type: 'draw', seat: 2, tile: '?' },
      { type: 'discard', seat: 2, tile: '1s' },
      { type: 'draw', seat: 3, tile: '?' },
      { type: 'discard', seat: 3, tile: '2m' },
      { type: 'chow', seat: 0, tile: '2m', low: '1m', source: 3 },
    );

    expect(meldTiles(table.seats[0].melds[0]!)).toEqual(['1m', '2m', '3m']);
    expect(table.seats[0].hand).not.toContain('1m');
    expect(table.seats[0].hand).not.toContain('3m');
    expect(table.seats[0].hand).toHaveLength(14);
  });

  it('makes all three kinds of kong, each enlarging the reserve as its figures say', () => {
    const turn = run(...OPENING, { type: 'discard', seat: 1, tile: '5p' });
    const exposed = fold(turn, { type: 'kong', seat: 0, tile: '5p', kind: 'exposed', source: 1 });
    const replaced = fold(exposed, { type: 'draw', seat: 0, tile: '9m', tail: true });
    const concealed = fold(replaced, { type: 'kong', seat: 0, tile: '2p', kind: 'concealed' });

    expect(turn.seats[1].river).toEqual([{ tile: '5p', claimed: false }]);
    expect(exposed.seats[1].river).toEqual([{ tile: '5p', claimed: true }]);
    expect(exposed.seats[0].hand).toHaveLength(13);
    expect(concealed.seats[0].hand).toHaveLength(10);
    expect(concealed.seats[0].melds[1]).toMatchObject({ kind: 'kong', concealed: true, claimed: null });
    expect(drawable(exposed, FIGURES)).toBe(tilesLeft(exposed) - 19);
    expect(drawable(concealed, FIGURES)).toBe(tilesLeft(concealed) - 21);
  });

  it('gives a robbed tile back: the kong stays the pong that it was (F11)', () => {
    const kong = run(
      ...OPENING,
      { type: 'discard', seat: 1, tile: '5p' },
      { type: 'pong', seat: 0, tile: '5p', source: 1 },
      { type: 'discard', seat: 0, tile: '1m' },
      { type: 'draw', seat: 1, tile: '?' },
      { type: 'discard', seat: 1, tile: '1s' },
      { type: 'draw', seat: 0, tile: '7m' },
      { type: 'kong', seat: 0, tile: '5p', kind: 'added' },
    );
    const robbed = fold(kong, {
      type: 'win', seat: 3, by: 'rob_kong', tile: '5p', source: 0, hand: Array<string>(17).fill('5p'),
      score: { items: [], formula: '5', payments: [-5, -5, -5, 15] },
    });

    expect(kong.seats[0].melds[0]!.kind).toBe('kong');
    expect(robbed.seats[0].melds[0]!.kind).toBe('pong');
    expect(robbed.win?.seat).toBe(3);
  });

  it('counts four of one honour and a whole bouquet as sets that enlarge the reserve (F4)', () => {
    const table = run(START, { type: 'take', seat: 2, tiles: hidden(16) }, { type: 'flowers', seat: 2, tiles: ['1z', '1z', '1z', '1z', '5f', '6f', '7f', '8f', '1f'] });

    expect(drawable(table, FIGURES)).toBe(128 - 22);
  });

  it('shows all hands and the new points at the end', () => {
    const ended = run(...OPENING, { type: 'drawn_deal' }, {
      type: 'end', hands: [['1m'], ['3m', '2m'], [], []], payments: [0, 0, 0, 0], scores: [10, -10, 5, -5], seed: 'ab',
    });

    expect(ended.drawnDeal).toBe(true);
    expect(ended.seats[1].hand).toEqual(['2m', '3m']);
    expect(ended.outcome?.seed).toBe('ab');
  });

  it('keeps nothing as just drawn once all hands are shown, as after the last draws', () => {
    const ended = run(...OPENING, { type: 'draw', seat: 1, tile: '?' }, { type: 'drawn_deal' }, {
      type: 'end', hands: [['1m'], ['2m'], [], []], payments: [0, 0, 0, 0], scores: [10, -10, 5, -5],
    });

    expect(ended.drawn).toBeNull();
  });

  it('never changes the state it was given', () => {
    const freeze = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    let state: TableState | null = null;
    for (const event of OPENING) {
      freeze(state);
      state = fold(state, event);
    }

    expect(state?.gold).toBe('6m');
  });
});
