import { describe, expect, it } from 'vitest';
import { read } from './clock';

const CLOCK = { places: [0 as const], total: 20_000, until: 50_000, extra: { left: 15_000, of: 20_000 } };

describe('a clock', () => {
  it('drains the time of the turn first and leaves the extra time whole', () => {
    expect(read(CLOCK, 40_000)).toEqual({ turn: 0.5, extra: 0.75, late: false, seconds: 10, whole: 25 });
  });

  it('then drains the extra time, counting on from what is left of it', () => {
    expect(read(CLOCK, 55_000)).toEqual({ turn: 0, extra: 0.5, late: true, seconds: 10, whole: 10 });
  });

  it('shows no number once both are over', () => {
    expect(read(CLOCK, 65_001)).toEqual({ turn: 0, extra: 0, late: false, seconds: null, whole: 0 });
  });

  it('is over with the turn where there is no extra time', () => {
    const plain = { places: [0 as const], total: 20_000, until: 50_000 };
    expect(read(plain, 49_500)).toMatchObject({ extra: 0, late: false, seconds: 1, whole: 1 });
    expect(read(plain, 50_001)).toMatchObject({ turn: 0, late: false, seconds: null });
  });

  it('does not run where there is no limit', () => {
    expect(read(null, 0)).toBeNull();
    expect(read({ ...CLOCK, until: null }, 0)).toBeNull();
  });
});
