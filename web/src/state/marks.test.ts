import { describe, expect, it } from 'vitest';
import type { RulesInForce, ServerFrame, TableEvent, Welcome } from '../net/protocol';
import { tableModel } from './model';
import { answered, apply, hinted, NEW_SESSION, receive, type Session } from './session';

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

describe('the points of a plate', () => {
  const PAID: TableEvent = { type: 'payment', reason: 'concealed_kong', payments: [12, -4, -4, -4] };
  const points = (session: Session) => tableModel(session, WORDS).seats.map((seat) => seat.points);
  const running = [{ ...START, scores: [10, -10, 5, -5] } as TableEvent, PAID, { ...PAID, payments: [-3, 9, -3, -3] } as TableEvent];

  it('run on as points change hands in the deal, in points of the room', () => {
    const dear = seated();
    const stake = { ...dear, welcome: { ...dear.welcome!, stake: 5 } };

    expect(points(running.reduce(apply, seated()))).toEqual([19, -5, -2, -12]);
    expect(points(running.reduce(apply, stake))).toEqual([55, 15, -30, -40]);
  });

  it('are what the deal leaves once it is over, counted once', () => {
    const end: TableEvent = { type: 'end', hands: [[], [], [], []], payments: [9, 5, -7, -7], scores: [19, -5, -2, -12], seed: '' };

    expect(points([...running, end].reduce(apply, seated()))).toEqual([19, -5, -2, -12]);
  });
});

describe('what the table tells of the coach', () => {
  const question: ServerFrame = { type: 'question', id: 4, kind: 'turn', moves: ['discard:5p'], default: 'discard:5p', deadline_ms: null, total_ms: null, bank_ms: null };
  const advice: ServerFrame = { type: 'advice', id: 4, explanation: { bot: 'expert', move: 'discard:5p', options: [{ move: 'discard:5p' }] } };
  const at = (change: Partial<Welcome>, ...frames: ServerFrame[]) => {
    const session = seated();
    const sat = { ...session, welcome: { ...session.welcome!, ...change } };
    return frames.reduce((so, frame) => receive(so, frame, 0), apply(sat, START));
  };
  const coached: Partial<Welcome> = { settings: { hints: 'coach' } };
  const coach = (session: Session) => tableModel(session, WORDS).coach;

  it('is nothing where there is none, or for who only watches', () => {
    expect(coach(at({ settings: { hints: 'waits' } }, question))).toBeNull();
    expect(coach(at({ ...coached, seat: null, watches: 2 }, question))).toBeNull();
  });

  it('is its advice while the question is open, and no longer than that', () => {
    const told = at(coached, question, advice);

    expect(coach(at(coached))).toEqual({ open: false, asked: false, advice: null, trouble: null });
    expect(coach(hinted(at(coached, question), 4))).toMatchObject({ open: true, asked: true, advice: null });
    expect(coach(told)).toMatchObject({ open: true, asked: false, advice: { move: 'discard:5p' } });
    expect(coach(answered(told, { answer: 'a', decision: 4, move: 'discard:5p' }))).toMatchObject({ open: false, advice: null });
    expect(coach(receive(told, { type: 'question_closed', id: 4, reason: 'deadline' }, 0))).toMatchObject({ open: false, advice: null });
  });

  it('tells that any tile will do, of the hand and of a discard', () => {
    const waits = [{ tile: '1m', left: 3 }];
    const model = tableModel(at({}, { type: 'waits', waits, any_tile: true }, { ...question, ready: [{ discard: '5p', waits, any_tile: true }, { discard: '6p', waits }] } as ServerFrame), WORDS);

    expect(model.anyTile).toBe(true);
    expect(model.anyAfter).toEqual(['5p']);
    expect(tableModel(at({}, { type: 'waits', waits }), WORDS).anyTile).toBe(false);
  });
});
