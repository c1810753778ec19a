import { describe, expect, it } from 'vitest';
import type { TableEvent } from '../net/protocol';
import { moments } from './moments';
import { NEW_SESSION, type Session } from './session';

const START: TableEvent = { type: 'start', number: 0, dealer: 1, streak: 0, scores: [0, 0, 0, 0], dice: [3, 4], break_seat: 3, break_stack: 7 };
const SEATED: Session = {
  ...NEW_SESSION,
  welcome: {
    type: 'welcome', table: 't', seat: 1, seq: 0, rules: { key: 'fuzhou-ourgame', options: {}, differences: {}, wall: { reserve: 18, per_exposed_kong: 1, per_concealed_kong: 2, per_flower_set: 2, counts_indicator: false, last_draws: 4 } }, length: '4 deals', stake: 1,
    settings: { turn_seconds: 20, claim_seconds: 8, bank_seconds: 20, autopilot_after: 2, hints: 'waits' }, names: ['a', 'b', 'c', 'd'], resumed: false, protocol: 1,
  },
};
const take = (seat: 0 | 1): TableEvent => ({ type: 'take', seat, tiles: ['?', '?'] });

describe('moments', () => {
  it('builds the walls, then throws the dice', () => {
    expect(moments(SEATED, [START]).map(({ cue }) => cue)).toEqual([{ kind: 'build' }, { kind: 'dice', dice: [3, 4] }]);
  });

  it('shows all handfuls of the deal as one', () => {
    const shown = moments(SEATED, [START, take(1), take(0), take(1)]);

    expect(shown.map(({ cue }) => cue.kind)).toEqual(['build', 'dice', 'deal']);
    expect(shown.at(-1)!.session.table!.seats[1].hand).toHaveLength(4);
  });

  it('says where on the screen something happens: the viewer sits at place 0', () => {
    const shown = moments(SEATED, [START, take(0), { type: 'flowers', seat: 0, tiles: ['1f'] }, { type: 'take', seat: 0, tiles: ['?'], tail: true }]);

    expect(shown.slice(-2).map(({ cue }) => cue)).toEqual([{ kind: 'flower', place: 3 }, { kind: 'draw', place: 3 }]);
  });

  it('keeps what shows nothing as a moment that stands still', () => {
    const shown = moments(SEATED, [START, { type: 'last_draws', left: 4 }]);

    expect(shown.at(-1)!.cue).toEqual({ kind: 'still' });
  });

  it('turns what is paid during a deal to where the viewer sits', () => {
    const shown = moments(SEATED, [START, { type: 'payment', reason: 'exposed_kong', payments: [1, 2, 3, -6] }]);
    const own = SEATED.welcome!.seat!;

    expect(shown.at(-1)!.cue).toEqual({ kind: 'payment', reason: 'exposed_kong', points: [0, 1, 2, 3].map((place) => [1, 2, 3, -6][(own + place) % 4]) });
  });

  it('calls a tour by its level', () => {
    const own = SEATED.welcome!.seat!;
    const shown = moments(SEATED, [START, { type: 'tour', seat: own, level: 2 }]);

    expect(shown.at(-1)!.cue).toEqual({ kind: 'claim', place: 0, name: 'table.tour.2' });
    expect(shown.at(-1)!.session.table!.tours[own]).toBe(2);
  });
});
