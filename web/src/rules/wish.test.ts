import { describe, expect, it } from 'vitest';
import { MATCH, readKept, readWish, seatable, unlike, wishQuery, type Wish } from './wish';

const WISH: Wish = {
  rules: 'longyan',
  options: { tour_points: '5', dealer_doubles: 'false' },
  match: { length: '4 deals', stake: 3, settings: { turn_seconds: 'off', claim_seconds: 10 }, seats: ['person', 'open', 'bot:greedy', 'bot:greedy'] },
};

describe('a link to rules', () => {
  it('comes back as it was', () => {
    expect(readWish(wishQuery(WISH))).toEqual(WISH);
  });
  it('leaves out what is as usual', () => {
    expect(wishQuery({ rules: 'sanming', options: {}, match: { ...MATCH } })).toBe('rules=sanming&length=1+round');
  });
  it('is none without a rule set, and drops a stake that cannot be', () => {
    expect(readWish('base=8')).toBeNull();
    expect(readWish('rules=sanming&stake=0&seats=person')).toEqual({ rules: 'sanming', options: {}, match: {} });
  });
});

it('keeps only what differs from the preset', () => {
  expect(unlike({ base: '5', flush: '240/120' }, { base: '5', flush: 'off' })).toEqual({ flush: '240/120' });
});

it('forgets what was kept in another form', () => {
  expect(readKept('{{')).toEqual({ options: {}, match: MATCH });
  expect(readKept('{"options":{"a":{"b":1},"c":{"d":"e"}},"match":{"seats":[1],"stake":"2"}}')).toEqual({ options: { c: { d: 'e' } }, match: MATCH });
});

it('needs a seat for oneself or one to take', () => {
  expect(seatable(['person', 'open', 'bot:greedy', 'bot:greedy'])).toBe(true);
  expect(seatable(['open', 'bot:greedy', 'bot:greedy', 'bot:greedy'])).toBe(true);
  expect(seatable(['bot:greedy', 'bot:greedy', 'bot:greedy', 'bot:greedy'])).toBe(false);
  expect(seatable(['person', 'person', 'open', 'open'])).toBe(false);
});
