import { describe, expect, it } from 'vitest';
import { caseOf, EMPTY, fits, handOfCase, handQuery, marksFor, put, readHand, readTiles, take, used, writeTiles, type Hand } from './hand';

const WON: Hand = {
  ...EMPTY, gold: '9p', tiles: readTiles('123456m9p556s'), melds: [{ kind: 'concealed', tile: '7m' }, { kind: 'chow', tile: '1s' }],
  flowers: ['1f', '3f'], win: '7s', by: 'discard', winner: 3, dealer: 3, streak: 2, from: 0, tour: 2, marks: ['fifth_last'],
};

describe('tiles as text', () => {
  it('writes a suit once and reads it back', () => {
    expect(writeTiles(['5s', '1m', '2m', '5s'])).toBe('12m55s');
    expect(readTiles('12m55s')).toEqual(['1m', '2m', '5s', '5s']);
  });
  it('leaves out what is no tile', () => {
    expect(readTiles('9z8f0m12x')).toEqual(['8f']);
  });
});

describe('a hand as a link', () => {
  it('comes back as it was', () => {
    expect(readHand(handQuery(WON))).toEqual(WON);
    expect(readHand(handQuery(EMPTY))).toEqual(EMPTY);
    expect(handQuery(EMPTY)).toBe('');
  });
  it('reads nonsense as nothing', () => {
    expect(readHand('gold=77&hand=zz&melds=x1m-c8m-pQ&at=9&streak=-1&tour=9&by=magic&marks=luck')).toEqual({ ...EMPTY, tour: 3 });
  });
  it('never lets a seat win from itself', () => {
    expect(readHand('at=202').from).toBe(3);
  });
});

describe('a hand as a case', () => {
  it('is what the server takes, and comes back from it', () => {
    const given = caseOf(WON);
    expect(given).toMatchObject({
      gold: '9p', hand: '123456m9p556s', flowers: '13f', winner: 3, dealer: 3, streak: 2, from: 0,
      win: { by: 'discard', tile: '7s', tour: 2, fifth_last: true },
      melds: [{ kind: 'kong', tiles: '7777m', concealed: true }, { kind: 'chow', tiles: '123s' }],
    });
    expect(handOfCase(given)).toEqual(WON);
  });
  it('names no tile where the way of winning has none', () => {
    expect(caseOf({ ...WON, by: 'heavenly' }).win).not.toHaveProperty('tile');
    expect(caseOf({ ...WON, by: 'heavenly' })).not.toHaveProperty('from');
  });
});

describe('what came before the win', () => {
  it('is offered where it can be, and told nowhere else', () => {
    const kong: Hand = { ...EMPTY, melds: [{ kind: 'kong', tile: '7m' }] };
    expect(marksFor(EMPTY)).toEqual(['gold_gap']);
    expect(marksFor(kong)).toEqual(['gold_gap', 'kong_bloom']);
    expect(marksFor({ ...kong, by: 'discard' })).toEqual(['fifth_last']);
    expect(marksFor({ ...kong, by: 'three_golds' })).toEqual(['kong_bloom']);
    for (const by of ['rob_kong', 'rob_gold', 'heavenly'] as const) expect(marksFor({ ...kong, by })).toEqual([]);
    expect(caseOf({ ...WON, by: 'heavenly' }).win).toEqual({ by: 'heavenly' });
  });
});

describe('tapping', () => {
  it('puts tiles where they are to go', () => {
    let hand = put(EMPTY, 'gold', '9p');
    hand = put(hand, 'hand', '5m');
    hand = put(hand, 'hand', '2m');
    hand = put(hand, 'concealed', '1z');
    hand = put(hand, 'hand', '4f');
    expect(hand).toMatchObject({ gold: '9p', tiles: ['2m', '5m'], melds: [{ kind: 'concealed', tile: '1z' }], flowers: ['4f'] });
    expect(take(hand, 'hand', 0).tiles).toEqual(['5m']);
  });
  it('stops at the copies there are, the indicator counted', () => {
    const hand = { ...EMPTY, gold: '9p', tiles: ['9p', '9p', '9p'] };
    expect(used(hand, '9p')).toBe(4);
    expect(fits(hand, 'hand', '9p')).toBe(false);
    expect(put(hand, 'hand', '9p')).toBe(hand);
    expect(fits({ ...EMPTY, flowers: ['1f'] }, 'flowers', '1f')).toBe(false);
  });
  it('knows what can be a chow', () => {
    expect(fits(EMPTY, 'chow', '7s')).toBe(true);
    expect(fits(EMPTY, 'chow', '8s')).toBe(false);
    expect(fits(EMPTY, 'chow', '1z')).toBe(false);
  });
});
