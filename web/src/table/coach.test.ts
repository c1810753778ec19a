import { afterEach, describe, expect, it } from 'vitest';
import type { Explanation } from '../net/protocol';
import { setLanguage } from '../text/index.svelte';
import { advisedPlace, betterBy, expected, moveWords, sentences, share, usefulLeft, worthShowing } from './coach';
import { sampleTable } from './sample';
import type { Coach, TableModel } from './model';

const ADVICE: Explanation = {
  bot: 'expert',
  move: 'discard:5p',
  options: [
    { move: 'discard:5p', distance: 1, useful: [{ tile: '3m', left: 2 }, { tile: '6m', left: 4 }], points: 3.26, danger: 0.0412, cost: 0.83 },
    { move: 'discard:1m', distance: 2, useful: [{ tile: '3m', left: 2 }], points: -1.04, danger: 0, cost: 0 },
    { move: 'concealed_kong:2m' },
  ],
};
const told = (advice: Explanation | null): Coach => ({ open: true, asked: false, advice, trouble: null });
const with_ = (move: string, change: Partial<TableModel> = {}, drawn: string | null = null) =>
  sampleTable({ coach: told({ ...ADVICE, move }), ...change }, { 0: { hand: ['1m', '2m', '5p', '5p', '9s'], drawn } });

afterEach(() => setLanguage('zh-Hans'));

describe('advisedPlace', () => {
  it('marks one tile: of those that are alike the last, the drawn one before all', () => {
    expect(advisedPlace(with_('discard:5p'))).toBe(3);
    expect(advisedPlace(with_('discard:5p', {}, '5p'))).toBe(5);
  });

  it('finds the place of a tile also where golds are held first', () => {
    expect(advisedPlace(with_('discard:1m', { gold: '9s' }))).toBe(1);
  });

  it('marks no tile where the coach would do something else, or says nothing', () => {
    expect(advisedPlace(with_('pong'))).toBeNull();
    expect(advisedPlace(with_('gold_gap:5p'))).toBeNull();
    expect(advisedPlace(sampleTable({ coach: told(null) }))).toBeNull();
    expect(advisedPlace(sampleTable())).toBeNull();
  });
});

describe('what is shown', () => {
  it('begins with the choice and stops where there is no more room', () => {
    expect(worthShowing(ADVICE, 2).map(({ move }) => move)).toEqual(['discard:5p', 'discard:1m']);
    expect(worthShowing(ADVICE, 9)).toHaveLength(3);
  });

  it('writes figures short, with a real minus', () => {
    expect([expected(3.26), expected(-1.04), expected(0)]).toEqual(['+3.3', '−1.0', '+0.0']);
    expect([share(0), share(0.0412), share(0.0996), share(0.5)]).toEqual(['0%', '4.1%', '10%', '50%']);
    expect(usefulLeft(ADVICE.options[0]!)).toBe(6);
    expect(usefulLeft(ADVICE.options[2]!)).toBe(0);
  });
});

describe('sentences', () => {
  it('say what, why, and by how much, in the words of the catalogue', () => {
    setLanguage('en');

    expect(sentences(ADVICE)).toEqual([
      'Coach would: discard 5 of dots (of 3 legal moves).',
      'The hand waits.',
      'Unseen tiles that help: 6 (3 of characters 6 of characters).',
      'The deal is then worth +3.3 points on average.',
      'It is won on 4.1% of the time, which costs 0.8 points on average.',
      'That is 4.3 points better than: discard 1 of characters.',
    ]);
  });

  it('do not tell a difference that is none', () => {
    const close = ADVICE.options.map((option) => ({ ...option, points: 2 }));

    expect(betterBy({ ...ADVICE, options: close })).toBeNull();
    expect(sentences({ ...ADVICE, options: close })).toHaveLength(5);
  });

  it('give no reasons for the only move there is', () => {
    setLanguage('en');

    expect(sentences({ ...ADVICE, options: ADVICE.options.slice(0, 1) })).toHaveLength(1);
  });

  it('name moves by their tiles in every language', () => {
    expect(moveWords('chow:3m')).toBe('吃成 三万 四万 五万');
    expect(moveWords('pass')).toBe('过');
    setLanguage('en');
    expect(moveWords('chow:3m')).toBe('chow 3 of characters 4 of characters 5 of characters');
  });
});
