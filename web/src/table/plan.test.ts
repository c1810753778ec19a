import { describe, expect, it } from 'vitest';
import { offersRect, plan, type Plan, type Rect } from './plan';
import { groupSpots, handSpots, riverSpots } from './spots';
import { RATIO } from '../tiles/picture';

const SCREENS: [number, number][] = [
  [1366, 768], [1440, 900], [1920, 1080], [2560, 1440], [1280, 720], [1024, 768], [1180, 820], [1366, 1024], [1000, 560],
  [844, 390], [667, 375], [932, 430], [740, 360], [800, 360], [915, 412],
  [390, 844], [360, 640], [375, 667], [360, 800], [430, 932], [412, 915], [768, 1024], [820, 1180],
];

function parts(p: Plan): [string, Rect][] {
  const four = <T extends Rect | null>(name: string, list: readonly T[]) =>
    list.flatMap((box, i): [string, Rect][] => (box ? [[`${name} ${i}`, box]] : []));
  return [
    ['menu', p.menu], ['language', p.language], ['sound', p.sound], ...(p.title ? [['title', p.title] as [string, Rect]] : []),
    ...four('plate', p.plates), ...four('melds', p.melds), ...four('flowers', p.flowers), ...four('river', p.rivers),
    ['hub', p.hub], ['hand', p.hand], ['drawn', p.drawn], ['waits', p.waits], ['offers', p.offers],
  ];
}

function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return Math.min(w, h);
}

describe.each(SCREENS)('the plan for %i x %i', (width, height) => {
  const p = plan(width, height);

  it('keeps every part on the screen', () => {
    for (const [name, box] of parts(p)) {
      expect(box.w, `${name} has a width`).toBeGreaterThan(10);
      expect(box.h, `${name} has a height`).toBeGreaterThan(10);
      expect(box.x, `${name} starts on the screen`).toBeGreaterThanOrEqual(-0.5);
      expect(box.y, `${name} starts on the screen`).toBeGreaterThanOrEqual(-0.5);
      expect(box.x + box.w, `${name} ends on the screen`).toBeLessThanOrEqual(width + 0.5);
      expect(box.y + box.h, `${name} ends on the screen`).toBeLessThanOrEqual(height + 0.5);
    }
  });

  it('lets no two parts overlap', () => {
    const all = parts(p);
    all.forEach(([name, box], i) => {
      for (const [other, second] of all.slice(i + 1)) expect(overlap(box, second), `${name} over ${other}`).toBeLessThanOrEqual(1);
    });
  });

  it('gives fingers at least 44 pixels', () => {
    for (const box of [p.menu, p.language, p.sound]) expect(Math.min(box.w, box.h)).toBeGreaterThanOrEqual(44);
    expect(p.hand.tile).toBeGreaterThanOrEqual(44);
    for (const count of [2, 5, 7]) {
      const perRow = Math.ceil(count / p.offerRows);
      expect((offersRect(p, count).w - 5 * (perRow - 1)) / perRow, `${count} answers`).toBeGreaterThanOrEqual(44);
    }
    expect((p.offers.h - (p.offerRows - 1) * 4) / p.offerRows).toBeGreaterThanOrEqual(44);
  });

  it('holds the most crowded rivers, melds and hands', () => {
    for (const river of p.rivers)
      for (const count of [18, 24, 32])
        for (const spot of riverSpots(river, count)) {
          expect(spot.x).toBeGreaterThanOrEqual(river.x - 0.5);
          expect(spot.x + spot.t).toBeLessThanOrEqual(river.x + river.w + 0.5);
          expect(spot.y + spot.t * RATIO).toBeLessThanOrEqual(river.y + river.h + 0.5);
        }
    for (const area of p.melds)
      if (area)
        for (const spot of groupSpots(area, [4, 4, 3, 3, 3]).flat()) {
          expect(spot.t, 'melds can be read').toBeGreaterThanOrEqual(10);
          expect(spot.x + spot.t).toBeLessThanOrEqual(area.x + area.w + 0.5);
          expect(spot.y + spot.t * RATIO).toBeLessThanOrEqual(area.y + area.h + 1);
        }
    for (const melds of [0, 1, 2, 3, 4, 5]) {
      const { tiles, melds: area } = handSpots(p.hand, 16 - 3 * melds);
      const spots = groupSpots(area, Array<number>(melds).fill(4)).flat();
      for (const a of spots)
        for (const b of tiles)
          expect(overlap({ ...a, w: a.t, h: a.t * 1.3 }, { ...b, w: b.t, h: b.t }), `own melds (${melds})`).toBeLessThanOrEqual(1);
    }
  });
});
