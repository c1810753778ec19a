import { expect, it } from 'vitest';
import { offers } from './offers';
import { flights } from './payments';
import { sampleTable } from './sample';

it('splits a payment into one from each payer', () => {
  expect(flights([-2, 4, -1, -1])).toEqual([
    { from: 0, to: 1, points: 2 }, { from: 2, to: 1, points: 1 }, { from: 3, to: 1, points: 1 },
  ]);
});

it('splits what one pays to three', () => {
  expect(flights([5, -15, 5, 5])).toEqual([
    { from: 1, to: 0, points: 5 }, { from: 1, to: 2, points: 5 }, { from: 1, to: 3, points: 5 },
  ]);
});

it('tells on a win what it would count as, and never what the button says anyway', () => {
  const named = (name: string | null) => offers(sampleTable({ moves: ['win'], pays: { win: 16 }, named: name === null ? {} : { win: name } }))[0]!.special;

  expect(named('double_tour')).toBe('double_tour');
  expect(named('self_draw')).toBeNull();
  expect(named(null)).toBeNull();
});

it('tells of each way to win what it pays and counts as by itself', () => {
  const both = sampleTable({ moves: ['win', 'rob_gold', 'pass'], pays: { win: 90, rob_gold: 60 }, named: { win: 'no_water', rob_gold: 'rob_gold' } });

  expect(offers(both).map(({ move, points, special }) => [move, points, special])).toEqual([['rob_gold', 60, null], ['win', 90, 'no_water'], ['pass', null, null]]);
});
