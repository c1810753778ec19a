import { describe, expect, it } from 'vitest';
import type { RulesInForce, TableEvent } from '../net/protocol';
import { tableModel } from './model';
import { apply, NEW_SESSION, receive, type Session } from './session';

const WORDS = { rulesName: '', dealName: '', names: ['A', 'B', 'C', 'D'] as [string, string, string, string] };
const WALL = { reserve: 20, per_exposed_kong: 1, per_concealed_kong: 2, per_flower_set: 0, counts_indicator: false, last_draws: 4 };

function seated(options: RulesInForce['options'] = {}): Session {
  return {
    ...NEW_SESSION,
    welcome: {
      type: 'welcome', table: 't', seat: 0, seq: 0, rules: { key: 'any', options, differences: {}, wall: WALL },
      length: '1 round', stake: 1, settings: {}, names: WORDS.names, resumed: false,
    },
  };
}

const START: TableEvent = { type: 'start', number: 0, dealer: 0, streak: 0, scores: [0, 0, 0, 0], dice: [3, 4], break_seat: 3, break_stack: 7, passed: 2 };
/** All but `left` of the tiles that can be drawn are taken at once. */
const taken = (left: number): TableEvent => ({ type: 'take', seat: 2, tiles: Array<string>(144 - WALL.reserve - left).fill('?') });
const shown = (events: TableEvent[], options = {}) => tableModel([START, ...events].reduce(apply, seated(options)), WORDS);

describe('what sets a seat apart', () => {
  it('is the level of its tour until its next discard', () => {
    const hand: TableEvent = { type: 'take', seat: 1, tiles: ['?', '?'] };
    const tour: TableEvent[] = [hand, { type: 'discard', seat: 1, tile: '5p' }, { type: 'tour', seat: 1, level: 3 }];

    expect(shown(tour).seats[1].tour).toBe(3);
    expect(shown([...tour, { type: 'discard', seat: 1, tile: '1z' }]).seats[1].tour).toBe(0);
  });

  it('is the first level of the own tour, of which only the own seat is told', () => {
    const told = receive([START].reduce(apply, seated()), { type: 'waits', waits: [], promises: ['tour'] }, 0);

    expect(tableModel(told, WORDS).seats.map(({ tour }) => tour)).toEqual([1, 0, 0, 0]);
    expect(tableModel(receive(told, { type: 'waits', waits: [] }, 0), WORDS).seats[0].tour).toBe(0);
    expect(tableModel(apply(told, START), WORDS).seats[0].tour).toBe(0);
  });

  it('is a declared gold gap, whose two tiles lie open and are no longer in the hand', () => {
    const events: TableEvent[] = [{ type: 'take', seat: 3, tiles: ['?', '?', '?', '?'] }, { type: 'gold_gap', seat: 3, tiles: ['4p', '6p'], discard: '1z' }];
    const seat = shown(events).seats[3];

    expect(seat.gap).toBe(true);
    expect(seat.hand).toEqual(['?', '?']);
    expect(seat.melds).toEqual([{ kind: 'gap', concealed: false, tiles: ['4p', '6p'] }]);
  });
});

describe('the fifth-last tile (S5)', () => {
  const LIABLE = { fifth_last_liability: true };
  const draw: TableEvent = { type: 'draw', seat: 1, tile: '?' };

  it('is counted down for all where its drawer is liable', () => {
    expect(shown([taken(6)], LIABLE).countdown).toBeNull();
    expect(shown([taken(5)], LIABLE).countdown).toBe(5);
    expect(shown([taken(5)]).countdown).toBeNull();
  });

  it('marks whoever drew it, with a replacement as well', () => {
    expect(shown([taken(5), draw], LIABLE).seats.map(({ liable }) => liable)).toEqual([false, true, false, false]);
    expect(shown([taken(5), draw, { type: 'draw', seat: 1, tile: '?', tail: true }], LIABLE).seats[1].liable).toBe(true);
    expect(shown([taken(5), draw]).seats[1].liable).toBe(false);
  });

  it('marks nobody who drew another, and nobody in the last draws', () => {
    expect(shown([taken(6), draw], LIABLE).seats[1].liable).toBe(false);
    expect(shown([taken(5), draw, { type: 'last_draws', left: 4 }], LIABLE).seats[1].liable).toBe(false);
  });
});

describe('who looks on', () => {
  const looking = (given: Partial<NonNullable<Session['welcome']>>) => {
    const session = seated();
    return tableModel(apply({ ...session, welcome: { ...session.welcome!, ...given } }, START), WORDS).watching;
  };

  it('is told so, and whose hand it is that is seen', () => {
    expect(looking({ seat: null, watches: 2 })).toEqual({ name: 'C' });
    expect(looking({ seat: null, watches: null })).toEqual({ name: null });
    expect(looking({ seat: null })).toEqual({ name: null });
  });

  it('is nobody who sits there, and nobody before there is a table', () => {
    expect(looking({ seat: 0 })).toBeUndefined();
    expect(tableModel(NEW_SESSION, WORDS).watching).toBeUndefined();
  });
});
