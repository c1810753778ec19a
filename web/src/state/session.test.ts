import { describe, expect, it } from 'vitest';
import type { Question, ServerFrame } from '../net/protocol';
import { answered, eyes, hinted, NEW_SESSION, ownSeat, receive, refusalOf, type Session } from './session';

const WELCOME: ServerFrame = {
  type: 'welcome', table: 't', seat: 0, seq: 0, rules: { key: 'fuzhou-ourgame', options: {}, differences: {}, wall: { reserve: 18, per_exposed_kong: 1, per_concealed_kong: 2, per_flower_set: 2, counts_indicator: false, last_draws: 4 } },
  length: '4 deals', stake: 1, settings: { turn_seconds: 20, claim_seconds: 8, bank_seconds: 20, autopilot_after: 2, hints: 'waits' }, names: ['a', 'b', 'c', 'd'], resumed: false, protocol: 1,
};
const QUESTION: Question = {
  type: 'question', id: 1, kind: 'turn', moves: ['discard:5p', 'win'], default: 'discard:5p', bank_ms: 20000, deadline_ms: 9000, total_ms: 15000,
  refused: [{ move: 'concealed_kong:5p', reason: 'no_kong_after_claim' }],
};
const hears = (session: Session, ...frames: ServerFrame[]) => frames.reduce((so, frame) => receive(so, frame, 1000), session);
const asked = hears(NEW_SESSION, WELCOME, QUESTION);

describe('receive', () => {
  it('keeps deadlines on the local clock, with what was there at first', () => {
    expect(asked.question?.deadline).toEqual({ until: 10_000, total: 15_000 });
  });

  it('has no deadline where the table has none', () => {
    expect(hears(NEW_SESSION, { ...QUESTION, deadline_ms: null }).question?.deadline).toBeNull();
  });

  it('knows of a vote only while it is open', () => {
    const ballot: ServerFrame = { type: 'ballot', seat: 2, outcome: 'open', agreed: [true, false, false, false], asked: [1] };
    expect(hears(asked, ballot).ballot?.seat).toBe(2);
    expect(hears(asked, ballot, { ...ballot, outcome: 'lapsed' }).ballot).toBeNull();
    expect(hears(asked, ballot, WELCOME).ballot).toBeNull();
  });

  it('puts a newer question in the place of an older one', () => {
    const newer = hears(answered(asked, { answer: 'a1', decision: 1, move: 'win' }), { ...QUESTION, id: 2 });

    expect(newer.question?.frame.id).toBe(2);
    expect(newer.pending).toBeNull();
  });

  it('does nothing ahead of the server: the question stays, shown as pending, until it is acknowledged', () => {
    const sent = answered(asked, { answer: 'a1', decision: 1, move: 'discard:5p' });

    expect(sent.question).not.toBeNull();
    expect(hears(sent, { type: 'ack', id: 1, answer: 'a1', status: 'accepted' })).toMatchObject({ question: null, pending: null });
  });

  it('says why an answer was refused and keeps asking', () => {
    const sent = answered(asked, { answer: 'a1', decision: 1, move: 'win' });
    const refused = hears(sent, { type: 'ack', id: 1, answer: 'a1', status: 'refused', reason: 'not_complete' });

    expect(refused.refusal).toEqual({ move: 'win', reason: 'not_complete' });
    expect(refused.question?.frame.id).toBe(1);
  });

  it('ignores what was said to an answer of another tab', () => {
    const sent = answered(asked, { answer: 'a1', decision: 1, move: 'win' });

    expect(hears(sent, { type: 'ack', id: 1, answer: 'other', status: 'accepted' })).toBe(sent);
  });

  it('closes a question that is decided, and only that one', () => {
    expect(hears(asked, { type: 'question_closed', id: 9, reason: 'deadline' }).question).not.toBeNull();
    expect(hears(asked, { type: 'question_closed', id: 1, reason: 'decided' }).question).toBeNull();
  });

  it('forgets at a welcome what was asked before the line broke: it will be asked again', () => {
    expect(hears(asked, { ...WELCOME, resumed: true } as ServerFrame).question).toBeNull();
  });

  it('tells why a move is not allowed', () => {
    expect(refusalOf(asked, 'concealed_kong:5p')).toBe('no_kong_after_claim');
    expect(refusalOf(asked, 'win')).toBeNull();
  });

  it('drops the ready check once the next deal starts', () => {
    const checking = hears(NEW_SESSION, WELCOME, { type: 'ready_check', number: 0, remaining_ms: 8000, commitment: 'c', ready: [true, false, true, true] });
    const begun = hears(checking, {
      type: 'events', live: true, events: [{ seq: 1, event: { type: 'start', number: 0, dealer: 0, streak: 0, scores: [0, 0, 0, 0], dice: [1, 2], break_seat: 2, break_stack: 3 } }],
    });

    expect(checking.readyCheck?.deadline).toEqual({ until: 9000, total: 8000 });
    expect(begun.readyCheck).toBeNull();
    expect(begun.table?.dealer).toBe(0);
  });

  it('sees the table with its own eyes, or with those that a watcher is given', () => {
    const watching = hears(NEW_SESSION, { ...WELCOME, seat: null, watches: 2 } as ServerFrame);

    expect([ownSeat(hears(NEW_SESSION, WELCOME)), eyes(hears(NEW_SESSION, WELCOME))]).toEqual([WELCOME.seat, WELCOME.seat]);
    expect([ownSeat(watching), eyes(watching)]).toEqual([null, 2]);
    expect(eyes(hears(NEW_SESSION, { ...WELCOME, seat: null } as ServerFrame))).toBeNull();
  });
});

describe('the coach', () => {
  const advice = (id: number): ServerFrame => ({ type: 'advice', id, explanation: { bot: 'expert', move: 'win', options: [{ move: 'win' }] } });
  const refused = (quoted: string, code: 'not_now' | 'too_many' = 'not_now'): ServerFrame => ({ type: 'error', code, message: 'no', quoted });
  const waiting = hinted(asked, 1);

  it('answers the open question and no other', () => {
    expect(hears(waiting, advice(1))).toMatchObject({ advice: { id: 1 }, hint: null });
    expect(hears(waiting, advice(7)).advice).toBeNull();
  });

  it('is forgotten with the question that it spoke about', () => {
    expect(hears(waiting, advice(1), { ...QUESTION, id: 2 }).advice).toBeNull();
    expect(hears(waiting, advice(1), { ...QUESTION, deadline_ms: 5000 }).advice?.id).toBe(1);
  });

  it('has nothing to say now, or was asked too late', () => {
    const closed: ServerFrame = { type: 'question_closed', id: 1, reason: 'deadline' };

    expect(hears(waiting, refused('1')).hint).toEqual({ decision: 1, trouble: 'busy' });
    expect(hears(waiting, refused('{"type":"hint"}', 'too_many')).hint?.trouble).toBe('busy');
    expect(hears(waiting, closed, refused('1')).hint?.trouble).toBe('late');
    expect(hears(waiting, { ...QUESTION, id: 2 }, refused('1')).hint?.trouble).toBe('late');
    expect(hinted(hears(waiting, refused('1')), 1).hint?.trouble).toBeNull();
  });

  it('takes no error that is about something else', () => {
    const vote = hears(waiting, refused('2'));

    expect(vote.hint).toEqual({ decision: 1, trouble: null });
    expect(vote.error?.code).toBe('not_now');
    expect(hears(asked, refused('1')).error?.code).toBe('not_now');
  });
});
