import { describe, expect, it } from 'vitest';
import { RATIO } from '../tiles/picture';
import type { SeatView, TableModel } from './model';
import { offersRect, plan, type Rect } from './plan';
import { sampleTable } from './sample';
import { scene, type Placed } from './scene';

const SCREENS: [number, number][] = [
  [1366, 768], [1024, 768], [1000, 560], [844, 390], [667, 375], [740, 360], [390, 844], [360, 640], [820, 1180],
];
const TILES = ['1m', '2m', '3m', '4m', '5m', '6m', '7m', '8m', '9m', '1p', '2p', '3p', '4p', '5p', '6p', '7p', '8p'];

function overlap(a: Rect, b: Rect): number {
  return Math.min(Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x), Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
}

function box({ x, y, t }: Placed): Rect {
  return { x, y, w: t, h: t * 1.3 };
}

function withSeat(model: TableModel, place: 0 | 2, change: Partial<SeatView>): TableModel {
  const seats = [...model.seats] as TableModel['seats'];
  seats[place] = { ...seats[place], ...change };
  return { ...model, seats };
}

describe.each(SCREENS)('the table on %i x %i', (width, height) => {
  const p = plan(width, height);

  it('has a place for each of the seventeen tiles that a dealer starts with', () => {
    const { hand } = scene(withSeat(sampleTable(), 0, { hand: TILES, drawn: null, melds: [] }), p);
    expect(hand).toHaveLength(17);
    for (const tile of hand) {
      expect(tile.x, tile.tile).toBeGreaterThanOrEqual(-0.5);
      expect(tile.x + tile.t, tile.tile).toBeLessThanOrEqual(width + 0.5);
      expect(tile.y + tile.t * RATIO, tile.tile).toBeLessThanOrEqual(height + 0.5);
    }
    hand.forEach((tile, i) => hand.slice(i + 1).forEach((other) => expect(overlap(box(tile), box(other))).toBeLessThanOrEqual(1)));
  });

  it('never lays many answers over a tile of the hand', () => {
    const answers = offersRect(p, 7, true);
    expect(overlap(answers, p.drawn)).toBeLessThanOrEqual(1);
  });

  it('shows the opposite hand beside its plate and its river', () => {
    const { zones } = scene(withSeat(sampleTable(), 2, { hand: TILES.slice(0, 16), drawn: '1s', melds: [] }), p);
    const shown = zones.find(({ kind, place }) => kind === 'revealed' && place === 2)!;
    for (const tile of shown.tiles) {
      for (const part of [p.plates[2], p.rivers[2], p.language]) expect(overlap(box(tile), part)).toBeLessThanOrEqual(1);
      expect(tile.t, 'can be read').toBeGreaterThanOrEqual(9);
    }
  });
});
