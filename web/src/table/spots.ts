/* The place of every single tile, from the plan and how many tiles lie in a part. */
import { FACES, type Tile } from '../tiles/notation';
import { RATIO, SIDE_TOP } from '../tiles/picture';
import { ROW_PITCH, type AreaPlan, type BacksPlan, type HandPlan, type Quad, type Rect, type RiverPlan } from './plan';
import type { Place } from './model';
import { STACKS } from './wall';

/** A tile's upper left corner and its width. */
export interface Spot {
  x: number;
  y: number;
  t: number;
}

const ROOMY = 18;
const SHRUNK = 0.75;

/** Places `count` discards: six to a row, or eight smaller ones once there are more than eighteen. */
export function riverSpots(river: RiverPlan, count: number): Spot[] {
  const line = count > ROOMY ? 8 : 6;
  const t = count > ROOMY ? river.tile * SHRUNK : river.tile;
  return Array.from({ length: count }, (_, i) => {
    const [along, across] = [i % line, Math.floor(i / line)];
    if (river.upright === 'left') return { x: river.x + river.w - (across + 1) * t, y: river.y + along * ROW_PITCH * t, t };
    if (river.upright === 'right') return { x: river.x + across * t, y: river.y + along * ROW_PITCH * t, t };
    return { x: river.x + along * t, y: river.y + across * ROW_PITCH * t, t };
  });
}

/** Places the hidden hand of another seat, the drawn tile a little apart. */
export function backSpots(backs: BacksPlan, count: number, drawn: boolean): Spot[] {
  const all = count + (drawn ? 1 : 0);
  const { tile: t } = backs;
  if (!backs.side) {
    const pitch = Math.min(t, (backs.w - t) / Math.max(1, all - 0.6));
    return Array.from({ length: all }, (_, i) => ({ x: backs.x + i * pitch + (i === count ? pitch * 0.35 : 0), y: backs.y, t }));
  }
  const body = t * (2.3 - SIDE_TOP);
  const pitch = Math.min(t * SIDE_TOP * 0.92, (backs.h - body - t * SIDE_TOP) / Math.max(1, all - 0.4));
  return Array.from({ length: all }, (_, i) => {
    return { x: backs.x, y: backs.y + i * pitch + (i === count ? pitch * 0.5 : 0), t };
  });
}

/** Lays groups of tiles into an area as big as they fit, a gap between two groups; `whole` ones stay on one row. */
export function groupSpots(area: AreaPlan, groups: readonly number[], whole = true): Spot[][] {
  for (const share of [1, 0.92, 0.84, 0.77, 0.7, 0.64, 0.58, 0.52, 0.46, 0.41, 0.36]) {
    const spots = flow(area, groups, area.tile * share, whole);
    if (spots || share === 0.36) return spots ?? flow(area, groups, area.tile * share, false, true)!;
  }
  return [];
}

function flow(area: AreaPlan, groups: readonly number[], t: number, whole: boolean, anyway = false): Spot[][] | null {
  const gap = 0.32 * t;
  const pitch = 1.38 * t;
  const rows: { width: number; members: { group: number; from: number; count: number; x: number }[] }[] = [{ width: 0, members: [] }];
  const most = Math.max(1, Math.floor((area.w + 0.01) / t));
  if (whole && groups.some((count) => count > most)) return null;
  groups.forEach((count, group) => {
    for (let from = 0; from < count; ) {
      let row = rows.at(-1)!;
      const start = row.members.length ? row.width + gap : 0;
      const fits = Math.floor((area.w - start + 0.01) / t);
      const wanted = Math.min(count - from, most);
      if (row.members.length && fits < wanted) {
        rows.push((row = { width: 0, members: [] }));
        continue;
      }
      row.members.push({ group, from, count: wanted, x: start });
      row.width = start + wanted * t;
      from += wanted;
    }
  });
  const high = (rows.length - 1) * pitch + RATIO * t;
  if (high > area.h + 0.5 && !anyway) return null;
  const result: Spot[][] = groups.map(() => []);
  const squeezed = anyway && rows.length > 1 ? Math.min(pitch, (area.h - RATIO * t) / (rows.length - 1)) : pitch;
  rows.forEach((row, r) => {
    const slack = area.w - row.width;
    const left = area.x + (area.align === 'end' ? slack : area.align === 'middle' ? slack / 2 : 0);
    for (const { group, from, count, x } of row.members)
      for (let i = 0; i < count; i++) result[group]![from + i] = { x: left + x + i * t, y: area.y + r * squeezed, t };
  });
  return result;
}

const FLOWER_LEAST = 13;

/** Lays flowers out in their printed order, so that sets of four stand together. When they are many, equal ones cover each other and only their edges count. */
export function flowerSpots(box: AreaPlan, flowers: readonly Tile[]): { spots: (Spot & { index: number })[]; hidden: number; more: Spot | null } {
  const area = { ...box, tile: Math.min(box.tile, box.h / RATIO) };
  const order = flowers.map((_, index) => index).sort((a, b) => FACES.indexOf(flowers[a]!) - FACES.indexOf(flowers[b]!) || a - b);
  const tries: [share: number, overlap: number][] = [[1, 1], [0.9, 1], ...[1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5].map((share): [number, number] => [share, 0.2])];
  const wanted = tries.filter(([share], i) => i < 3 || area.tile * share >= FLOWER_LEAST);
  for (const [share, overlap] of wanted) {
    const laid = lay(area, flowers, order, area.tile * share, overlap);
    if (laid.length === flowers.length) return { spots: laid, hidden: 0, more: null };
  }
  const [share, overlap] = wanted.at(-1)!;
  const t = area.tile * share;
  const laid = lay({ ...area, w: area.w - 1.7 * t }, flowers, order, t, overlap);
  const last = laid.at(-1);
  const more = area.align === 'end' ? { x: area.x + area.w - 1.6 * t, y: last?.y ?? area.y, t } : { x: (last?.x ?? area.x - t) + t * 1.1, y: last?.y ?? area.y, t };
  return { spots: laid, hidden: flowers.length - laid.length, more };
}

/** Fills rows from the left; stops where the area is full. */
function lay(area: AreaPlan, flowers: readonly Tile[], order: readonly number[], t: number, overlap: number): (Spot & { index: number })[] {
  const rows: { index: number; x: number }[][] = [[]];
  let end = 0;
  let before: Tile | null = null;
  for (const index of order) {
    const tile = flowers[index]!;
    const x = end === 0 ? 0 : tile === before ? end - t + overlap * t : end;
    if (x + t > area.w + 0.01) {
      if ((rows.length * 1.32 + RATIO) * t > area.h + 0.5) break;
      rows.push([{ index, x: 0 }]);
      end = t;
    } else {
      rows.at(-1)!.push({ index, x });
      end = x + t;
    }
    before = tile;
  }
  return rows.flatMap((row, r) => {
    const width = (row.at(-1)?.x ?? 0) + t;
    const left = area.x + (area.align === 'end' ? area.w - width : area.align === 'middle' ? (area.w - width) / 2 : 0);
    return row.map(({ index, x }) => ({ index, x: left + x, y: area.y + r * 1.32 * t, t }));
  });
}

/** Places the viewer's hand; what its rows leave free goes to the own melds. */
export function handSpots(hand: HandPlan, count: number): { tiles: Spot[]; melds: AreaPlan } {
  const { tile: t, columns, rows } = hand;
  const upper = rows === 2 ? Math.max(0, count - columns) : count;
  const tiles = Array.from({ length: count }, (_, i): Spot => {
    if (rows === 1) return { x: hand.x + hand.w - (count - i) * t, y: hand.y, t };
    if (i < upper) return { x: hand.x + (columns - upper + i) * t, y: hand.y, t };
    return { x: hand.x + (i - upper) * t, y: hand.y + hand.pitch, t };
  });
  const free = (columns - upper) * t - 0.2 * t;
  const single = { x: hand.x, y: hand.y + t * RATIO * 0.2, w: free, h: t * RATIO * 0.8 };
  const double = { x: hand.x, y: hand.y, w: free, h: hand.pitch - 2 };
  return { tiles, melds: { ...(rows === 1 ? single : double), tile: t * 0.78, align: 'start' } };
}

export interface StackSpot extends Rect {
  place: Place;
  stack: number;
}

/** Places the 72 stacks of the walls, each wall from its owner's right end on. */
export function wallSpots(wall: Quad & { thick: number }): StackSpot[] {
  const spots: StackSpot[] = [];
  const { thick } = wall;
  const high = wall.bottom - wall.top;
  for (let stack = 0; stack < STACKS; stack++) {
    const share = stack / STACKS;
    const wideTop = (wall.topRight - wall.topLeft - 2 * thick) / STACKS;
    const wideBottom = (wall.bottomRight - wall.bottomLeft - 2 * thick) / STACKS;
    const tall = (high - 2.6 * thick) / STACKS;
    spots.push({ place: 0, stack, x: wall.bottomRight - thick - (stack + 1) * wideBottom, y: wall.bottom - thick, w: wideBottom, h: thick });
    spots.push({ place: 2, stack, x: wall.topLeft + thick + stack * wideTop, y: wall.top, w: wideTop, h: thick });
    const down = wall.top + 1.3 * thick + stack * tall;
    const up = wall.bottom - 1.3 * thick - (stack + 1) * tall;
    spots.push({ place: 1, stack, x: wall.topRight - thick + (wall.bottomRight - wall.topRight) * share, y: down, w: thick, h: tall });
    spots.push({ place: 3, stack, x: wall.bottomLeft + (wall.topLeft - wall.bottomLeft) * (share + 1 / STACKS), y: up, w: thick, h: tall });
  }
  return spots;
}
