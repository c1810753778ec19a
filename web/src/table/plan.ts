/* Where everything lies on the table, in pixels, for any screen.

   There are three plans: wide (desktops and tablets), across (a phone on its side) and upright (a phone held
   upright). A plan gives each part a fixed place that is big enough for the most crowded moment of a deal, so
   that nothing moves or overlaps while a deal goes on. Sizes follow a unit `u` that grows with the screen, with
   floors for what a finger or an eye needs. */
import { RATIO } from '../tiles/picture';
import type { CoachPlan } from './coachPlan';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export type PlanKind = 'wide' | 'across' | 'upright';

export interface RiverPlan extends Rect {
  /** Width of a tile while at most eighteen lie here. */
  tile: number;
  /** Fills columns of six, the nearest to the hub first, instead of rows of six. */
  upright: 'left' | 'right' | null;
}

export interface BacksPlan extends Rect {
  tile: number;
  /** The narrow ends of a side seat's tiles, or the backs of the opposite seat. */
  side: 'left' | 'right' | null;
}

export interface AreaPlan extends Rect {
  /** The biggest width of a tile here. */
  tile: number;
  align: 'start' | 'middle' | 'end';
}

export interface HandPlan extends Rect {
  tile: number;
  columns: number;
  rows: 1 | 2;
  /** Distance between the tops of two rows. */
  pitch: number;
}

export interface Quad {
  top: number;
  bottom: number;
  topLeft: number;
  topRight: number;
  bottomLeft: number;
  bottomRight: number;
}

export interface Plan {
  kind: PlanKind;
  width: number;
  height: number;
  u: number;
  menu: Rect;
  language: Rect;
  sound: Rect;
  title: Rect | null;
  plates: [Rect, Rect, Rect, Rect];
  backs: [null, BacksPlan, BacksPlan, BacksPlan];
  melds: [null, AreaPlan, AreaPlan, AreaPlan];
  flowers: [AreaPlan, AreaPlan, AreaPlan, AreaPlan];
  rivers: [RiverPlan, RiverPlan, RiverPlan, RiverPlan];
  hub: Rect;
  hubForm: 'row' | 'column';
  wall: Quad & { thick: number };
  felt: Quad;
  hand: HandPlan;
  drawn: Rect;
  waits: Rect;
  offers: Rect;
  /** Rows in which offers are laid when there are many of them. */
  offerRows: 1 | 2;
  /** Where the coach is found, at a table that has one. */
  coach?: CoachPlan;
}

/** Height of three rows of six, and of six rows of three, in tile widths. */
export const ROW_PITCH = 1.3;
export const THREE_ROWS = 2 * ROW_PITCH + RATIO;
export const SIX_ROWS = 5 * ROW_PITCH + RATIO;
const FINGER = 44;

function rect(x: number, y: number, w: number, h: number): Rect {
  return { x, y, w, h };
}

function area(box: Rect, tile: number, align: AreaPlan['align']): AreaPlan {
  return { ...box, tile, align };
}

/** Chooses the plan for a screen. */
export function planKind(width: number, height: number): PlanKind {
  if (width < height) return 'upright';
  return height < 520 ? 'across' : 'wide';
}

export function plan(width: number, height: number, insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 }): Plan {
  const kind = planKind(width, height);
  return { wide, across, upright }[kind](width, height, insets);
}

/* ---- desktops and tablets ------------------------------------------------------------------------ */

function wide(width: number, height: number, inset: Insets): Plan {
  const u = Math.max(0.66, Math.min(width / 1366, height / 768));
  const pad = 14 * u;
  const left = inset.left + pad;
  const right = width - inset.right - pad;
  const bottom = height - inset.bottom;
  const middle = (left + right) / 2;
  const button = Math.max(FINGER, 46 * u);

  const handTile = Math.min(Math.max(68 * u, FINGER), (right - left - 42 * u) / 17.15, 0.11 * height);
  const handHigh = handTile * RATIO;
  const drawnX = Math.min(right - handTile - 20 * u, middle + 8.8 * handTile);
  const handRight = drawnX - 14 * u;
  const handTop = bottom - handHigh - 5 * u;
  const hand: HandPlan = { x: handRight - 16 * handTile, y: handTop, w: 16 * handTile, h: handHigh, tile: handTile, columns: 16, rows: 1, pitch: 0 };

  const actHigh = Math.max(FINGER, 56 * u);
  const actTop = handTop - actHigh - 9 * u;
  const plateWide = Math.max(178 * u, 128);
  const plateHigh = Math.max(50 * u, 40);

  /* The opposite seat: plate and hand above the rail, melds and flowers just below it. */
  const topTile = 26 * u;
  const topWide = plateWide + 14 * u + 17 * topTile;
  const topX = Math.max(left + button + 196 * u, middle - topWide / 2);
  const farTop = inset.top + 6 * u;
  const frontTop = farTop + plateHigh + 5 * u;
  const spare = Math.max(0, height - 768 * u);
  const frontHigh = 40 * u + Math.min(spare * 0.2, 44 * u);
  const farHalf = Math.min(360 * u, (right - left) / 2 - button - 20 * u);

  /* The square of the walls, and in it the rivers around the hub. */
  const zoneTop = frontTop + frontHigh + 3 * u;
  const zoneBottom = actTop - 7 * u;
  const thick = 10 * u;
  const sideWide = 290 * u;
  const innerHigh = zoneBottom - zoneTop - 2 * thick - 10 * u;
  const innerWide = right - left + 2 * pad - 2 * sideWide - 60 * u;
  const gap = 6 * u;
  const forms = [
    { hubForm: 'row' as const, hubWide: 244 * u, hubHigh: 116 * u },
    { hubForm: 'column' as const, hubWide: 156 * u, hubHigh: 204 * u },
  ].map((form) => ({
    ...form,
    tile: Math.min((innerHigh - form.hubHigh - 2 * gap) / (2 * THREE_ROWS), (innerWide - form.hubWide - 2 * gap) / 12, handTile * 0.74),
  }));
  const { hubForm, hubWide, hubHigh, tile } = forms[0]!.tile >= forms[1]!.tile * 0.97 ? forms[0]! : forms[1]!;
  const riverHigh = THREE_ROWS * tile;
  const between = Math.min(22 * u, gap + Math.max(0, innerHigh - 2 * riverHigh - hubHigh - 2 * gap) / 4);
  const centre = zoneTop + (zoneBottom - zoneTop) / 2;
  const hub = rect(middle - hubWide / 2, centre - hubHigh / 2, hubWide, hubHigh);
  const sideRiver = (x: number): RiverPlan => ({ x, y: centre - riverHigh / 2, w: 6 * tile, h: riverHigh, tile, upright: null });
  const ownRiver = (y: number): RiverPlan => ({ x: middle - 3 * tile, y, w: 6 * tile, h: riverHigh, tile, upright: null });
  const rivers: Plan['rivers'] = [
    ownRiver(hub.y + hubHigh + between),
    sideRiver(hub.x + hubWide + gap),
    ownRiver(hub.y - between - riverHigh),
    sideRiver(hub.x - gap - 6 * tile),
  ];
  const slant = 16 * u;
  const wallHalf = middle - (rivers[3].x - 14 * u - thick);
  const wall = { thick, top: zoneTop, bottom: zoneBottom, topLeft: middle - wallHalf, topRight: middle + wallHalf, bottomLeft: middle - wallHalf - slant, bottomRight: middle + wallHalf + slant };

  /* The side seats: plate on the rail, hand along it, melds and flowers in front of the hand. */
  const plateTop = zoneTop + 18 * u;
  const sideTop = plateTop + plateHigh + 16 * u;
  const sideHigh = actTop - 26 * u - sideTop;
  const sideTile = Math.min(29 * u, sideHigh / 12.5);
  const meldHigh = Math.max(sideHigh * 0.62, Math.min(sideHigh * 0.7, 5 * 39 * u));
  const backsX = left + 104 * u;
  const frontX = backsX + sideTile + 14 * u;
  const frontWide = wall.bottomLeft - 10 * u - frontX;
  const mirror = (x: number, w: number) => left + right - x - w;
  const frontTile = 29 * u;
  const melds = (x: number, align: AreaPlan['align']) => area(rect(x, sideTop, frontWide, meldHigh), frontTile, align);
  const blooms = (x: number, align: AreaPlan['align']) => area(rect(x, sideTop + meldHigh + 6 * u, frontWide, sideHigh - meldHigh - 6 * u), frontTile, align);
  const backs = (x: number, side: 'left' | 'right'): BacksPlan => ({ x, y: sideTop, w: sideTile, h: sideHigh, tile: sideTile, side });
  const offersWide = Math.min(590 * u, (right - left) * 0.45);
  const plateX = left + 2 * u;
  const flowersX = plateX + plateWide + 10 * u;
  const waitsX = flowersX + 196 * u;
  const rim = frontTop - 7 * u;
  return {
    kind: 'wide', width, height, u,
    menu: rect(left, inset.top + pad, button, button),
    sound: rect(right - button, inset.top + pad, button, button),
    language: rect(right - 2 * button - 8 * u, inset.top + pad, button, button),
    title: rect(left + button + 12 * u, inset.top + pad, topX - left - button - 24 * u, Math.min(button, frontTop - inset.top - pad - 2)),
    plates: [
      rect(plateX, actTop + (actHigh - plateHigh) / 2, plateWide, plateHigh),
      rect(right - plateWide, plateTop, plateWide, plateHigh),
      rect(topX, farTop, plateWide, plateHigh),
      rect(left, plateTop, plateWide, plateHigh),
    ],
    backs: [
      null,
      backs(mirror(backsX, sideTile), 'right'),
      { x: topX + plateWide + 14 * u, y: farTop + (plateHigh - topTile * RATIO) / 2, w: 17 * topTile, h: topTile * RATIO, tile: topTile, side: null },
      backs(backsX, 'left'),
    ],
    melds: [
      null,
      melds(mirror(frontX, frontWide), 'end'),
      area(rect(middle - farHalf, frontTop, farHalf * 1.26, frontHigh), 26 * u, 'end'),
      melds(frontX, 'start'),
    ],
    flowers: [
      area(rect(flowersX, actTop, waitsX - flowersX - 8 * u, actHigh), 31 * u, 'start'),
      blooms(mirror(frontX, frontWide), 'end'),
      area(rect(middle + farHalf * 0.26 + 16 * u, frontTop, farHalf * 0.74 - 16 * u, frontHigh), 26 * u, 'start'),
      blooms(frontX, 'start'),
    ],
    rivers, hub, hubForm, wall,
    felt: { top: rim, bottom: bottom + 60 * u, topLeft: left + 130 * u, topRight: right - 130 * u, bottomLeft: left - 90 * u, bottomRight: right + 90 * u },
    hand,
    drawn: rect(drawnX, handTop, handTile, handHigh),
    waits: rect(waitsX, actTop + (actHigh - plateHigh) / 2, right - offersWide - 12 * u - waitsX, plateHigh),
    offers: rect(right - offersWide, actTop, offersWide, actHigh),
    offerRows: 1,
  };
}

/* ---- a phone on its side ------------------------------------------------------------------------- */

function across(width: number, height: number, inset: Insets): Plan {
  const u = Math.min(width / 844, height / 390);
  const left = Math.max(inset.left, 6);
  const right = width - Math.max(inset.right, 6);
  const bottom = height - Math.max(inset.bottom, 3);
  const middle = (left + right) / 2;
  const span = right - left;

  /* One row where its tiles are wide enough for a finger, otherwise two beside the answers. */
  const single = (span - 10) / 17 >= FINGER;
  const columns = single ? 16 : 9;
  const handTile = single ? Math.min((span - 10) / 17, Math.max(FINGER, 0.118 * height)) : FINGER;
  const pitch = single ? 0 : handTile * 1.3;
  const handHigh = handTile * RATIO + pitch;
  const handTop = bottom - handHigh;
  const handWide = columns * handTile;
  const handX = single ? middle - (17 * handTile + 10) / 2 : left;
  const hand: HandPlan = { x: handX, y: handTop, w: handWide, h: handHigh, tile: handTile, columns, rows: single ? 1 : 2, pitch };
  const drawn = rect(handX + handWide + (single ? 10 : 8), single ? handTop : handTop + pitch, handTile, handTile * RATIO);

  const plateHigh = Math.max(36, 38 * u);
  const plateWide = Math.max(112, 130 * u);
  const actHigh = FINGER + 1;
  const actTop = single ? handTop - actHigh - 5 : handTop;
  const asideX = drawn.x + handTile + 8;
  const waits = single ? rect(left, actTop + 5, Math.min(322 * u, span * 0.38), actHigh - 9) : rect(asideX, handTop - 34, right - asideX, 32);
  const offers = single ? rect(left + span * 0.4, actTop, span * 0.6, actHigh) : rect(asideX, handTop + 2, right - asideX, handHigh - 4);
  const ownTop = single ? actTop - plateHigh - 4 : handTop - plateHigh - 3;

  /* The rivers use the whole height, so the opposite seat lies on both sides of its river. */
  const tools = FINGER;
  const top = inset.top + 3;
  const thick = Math.max(4, 5 * u);
  const gap = 3 * u;
  const ring = thick + 3;
  const zoneTop = top;
  const zoneBottom = (single ? actTop : handTop) - 3;
  const hubHigh = Math.max(46, 54 * u);
  const hubWide = Math.max(138, 162 * u);
  const sideWide = Math.max(116, 0.155 * span);
  const tile = Math.min((zoneBottom - zoneTop - hubHigh - 2 * ring - 2 * gap) / (2 * THREE_ROWS), (span - 2 * sideWide - hubWide - 2 * ring - 2 * gap) / 12);
  const riverHigh = THREE_ROWS * tile;
  const centre = zoneBottom - riverHigh - gap - ring - hubHigh / 2;
  const hub = rect(middle - hubWide / 2, centre - hubHigh / 2, hubWide, hubHigh);
  const sideRiver = (x: number): RiverPlan => ({ x, y: centre - riverHigh / 2, w: 6 * tile, h: riverHigh, tile, upright: null });
  const ownRiver = (y: number): RiverPlan => ({ x: middle - 3 * tile, y, w: 6 * tile, h: riverHigh, tile, upright: null });
  const rivers: Plan['rivers'] = [
    ownRiver(hub.y + hubHigh + ring + gap),
    sideRiver(hub.x + hubWide + ring + gap),
    ownRiver(hub.y - ring - gap - riverHigh),
    sideRiver(hub.x - ring - gap - 6 * tile),
  ];
  const wall = around(hub, thick, ring);

  const roomy = width >= 760;
  const titleWide = roomy ? 138 * u : 0;
  const farX = left + tools + 8 + titleWide;
  const farRight = right - 2 * tools - 12;
  const farPlateWide = Math.min(plateWide, rivers[2].x - farX - 6);
  const farTile = Math.min(15 * u, 13.5);
  const farMeldX = rivers[2].x + rivers[2].w + 10 * u;
  const backsTop = top + plateHigh + 3;

  const sideTop = Math.max(top + tools + 8, roomy ? 0 : backsTop + farTile * RATIO + 2);
  const sideFront = sideTop + plateHigh + 4;
  const sideHigh = ownTop - 4 - sideFront;
  const backTile = Math.min(13 * u, 13);
  const backsX = left + 5 * u;
  const frontX = backsX + backTile + 6 * u;
  const frontWide = rivers[3].x - 8 * u - frontX;
  const mirror = (x: number, w: number) => left + right - x - w;
  const meldTile = 21 * u;
  const meldHigh = sideHigh * 0.66;
  const melds = (x: number, align: AreaPlan['align']) => area(rect(x, sideFront, frontWide, meldHigh), meldTile, align);
  const blooms = (x: number, align: AreaPlan['align']) => area(rect(x, sideFront + meldHigh + 2, frontWide, sideHigh - meldHigh - 2), meldTile, align);
  const backs = (x: number, side: 'left' | 'right'): BacksPlan => ({ x, y: sideFront, w: backTile, h: sideHigh, tile: backTile, side });
  const flowersX = left + plateWide + 8;
  return {
    kind: 'across', width, height, u,
    menu: rect(left, top, tools, tools),
    sound: rect(right - tools, top, tools, tools),
    language: rect(right - 2 * tools - 4, top, tools, tools),
    title: roomy ? rect(left + tools + 8, top, titleWide - 4, tools) : null,
    plates: [
      rect(left, ownTop, plateWide, plateHigh),
      rect(right - plateWide, sideTop, plateWide, plateHigh),
      rect(farX, top, farPlateWide, plateHigh),
      rect(left, sideTop, plateWide, plateHigh),
    ],
    backs: [
      null,
      backs(mirror(backsX, backTile), 'right'),
      { x: farX, y: backsTop, w: rivers[2].x - 6 - farX, h: farTile * RATIO, tile: farTile, side: null },
      backs(backsX, 'left'),
    ],
    melds: [
      null,
      melds(mirror(frontX, frontWide), 'end'),
      area(rect(farMeldX, top + 1, farRight - farMeldX, tools), 20 * u, 'start'),
      melds(frontX, 'start'),
    ],
    flowers: [
      area(rect(flowersX, ownTop, rivers[0].x - flowersX - 6, plateHigh), 22 * u, 'start'),
      blooms(mirror(frontX, frontWide), 'end'),
      area(rect(farMeldX, top + tools + 4, right - plateWide - 8 - farMeldX, 29 * u), 20 * u, 'start'),
      blooms(frontX, 'start'),
    ],
    rivers, hub, hubForm: 'row', wall,
    felt: { top: top - 1, bottom: bottom + 30 * u, topLeft: left + 62 * u, topRight: right - 62 * u, bottomLeft: left - 80 * u, bottomRight: right + 80 * u },
    hand, drawn, waits, offers,
    offerRows: single ? 1 : 2,
  };
}

/** On phones what is left of the walls runs around the hub: there is no room for it around the rivers. */
function around(hub: Rect, thick: number, ring: number): Plan['wall'] {
  return {
    thick,
    top: hub.y - ring + 1,
    bottom: hub.y + hub.h + ring - 1,
    topLeft: hub.x - ring + 1,
    topRight: hub.x + hub.w + ring - 1,
    bottomLeft: hub.x - ring + 1,
    bottomRight: hub.x + hub.w + ring - 1,
  };
}

/* ---- a phone held upright ------------------------------------------------------------------------ */

function upright(width: number, height: number, inset: Insets): Plan {
  const u = Math.min(width / 390, height / 844);
  const edge = 4;
  const left = inset.left + edge;
  const right = width - inset.right - edge;
  const span = right - left;
  const middle = (left + right) / 2;
  const bottom = height - Math.max(inset.bottom, 6 * u);
  const low = height < 740;

  const single = span / 17.3 >= 56;
  const columns = single ? 16 : 8;
  const handTile = single ? Math.min(span / 17.3, 72) : Math.max(FINGER, Math.min(span / 8, 0.065 * height, 72));
  const pitch = single ? 0 : handTile * 1.3;
  const handHigh = handTile * RATIO + pitch;
  const handTop = bottom - handHigh;
  const handWide = columns * handTile;
  const handX = single ? left : middle - handWide / 2;
  const hand: HandPlan = { x: handX, y: handTop, w: handWide, h: handHigh, tile: handTile, columns, rows: single ? 1 : 2, pitch };

  const actHigh = Math.max(FINGER + 4, Math.min(62, 58 * u));
  const drawnHigh = handTile * RATIO;
  const actTop = handTop - Math.max(actHigh, single ? 0 : drawnHigh) - 2;
  const drawn = single ? rect(right - handTile, handTop, handTile, drawnHigh) : rect(handX + handWide - handTile, handTop - drawnHigh - 1, handTile, drawnHigh);
  const offers = single ? rect(left + 2, actTop, span - 4, actHigh) : rect(handX + 2, actTop + Math.max(0, (drawnHigh - actHigh) / 2), handWide - handTile - 12, actHigh);
  const waitsHigh = Math.max(30, 34 * u);
  const waits = rect(left + 2, actTop - waitsHigh - 2, span - 4, waitsHigh);
  const plateHigh = Math.max(36, 42 * u);
  const plateWide = Math.max(116, 132 * u);
  const ownTop = waits.y - plateHigh - 4 * u;

  const tools = FINGER;
  const top = inset.top + 4;
  const farPlateTop = low ? top + (tools - plateHigh) / 2 : top + tools + 6 * u;
  const farPlateX = low ? left + tools + 6 : left;
  const farBottom = low ? top + tools + 2 : farPlateTop;
  const farX = low ? left + 4 : left + plateWide + 8;
  const farWide = right - farX - 2;
  const farTile = Math.min(18 * u, farWide / 17.4);
  const farFront = farBottom + farTile * RATIO + 3;
  const farFrontHigh = low ? 22 : 52 * u;
  const zoneTop = Math.max(farFront + farFrontHigh + 4, low ? 0 : farPlateTop + plateHigh + 6);
  const zoneBottom = ownTop - 6 * u;

  const thick = Math.max(4, 5 * u);
  const ring = thick + 3;
  const innerHigh = zoneBottom - zoneTop - 4;
  const backTile = 12 * u;
  const sideEdge = backTile + 8;
  const gap = 3 * u;
  /* Three columns on either side, six across the middle, the hub with the walls between them. */
  const inner = span - 2 * sideEdge - 2 * gap;
  const hubLeast = low ? 92 : 120 * u;
  const tile = Math.min(inner / 12, (innerHigh - hubLeast - 2 * gap - 2 * ring) / (2 * THREE_ROWS), handTile * 0.8);
  const riverHigh = THREE_ROWS * tile;
  const hubHigh = Math.max(hubLeast, Math.min(innerHigh - 2 * riverHigh - 2 * gap - 2 * ring, SIX_ROWS * tile - 2 * ring, 240 * u));
  const hubWide = 6 * tile - 2 * ring;
  const centre = (zoneTop + zoneBottom) / 2;
  const hub = rect(middle - hubWide / 2, centre - hubHigh / 2, hubWide, hubHigh);
  const sideHigh = SIX_ROWS * tile;
  const sideY = Math.max(zoneTop + plateHigh + (low ? 22 : 40 * u), Math.min(centre - sideHigh / 2, zoneBottom - sideHigh - 6));
  const ownRiver = (y: number): RiverPlan => ({ x: middle - 3 * tile, y, w: 6 * tile, h: riverHigh, tile, upright: null });
  const sideRiver = (x: number, side: 'left' | 'right'): RiverPlan => ({ x, y: sideY, w: 3 * tile, h: sideHigh, tile, upright: side });
  const rivers: Plan['rivers'] = [
    ownRiver(hub.y + hubHigh + ring + gap),
    sideRiver(middle + 3 * tile + gap, 'right'),
    ownRiver(hub.y - ring - gap - riverHigh),
    sideRiver(middle - 6 * tile - gap, 'left'),
  ];
  const wall = around(hub, thick, ring);

  /* The corners of the square belong to the side seats: plate and flowers above their river, melds below. */
  const cornerX = left + sideEdge;
  const cornerWide = rivers[0].x - gap - cornerX;
  const sidePlate = zoneTop;
  const bloomTop = sidePlate + plateHigh + 2;
  const meldTop = sideY + sideHigh + 3;
  const mirror = (x: number, w: number) => left + right - x - w;
  const cornerTile = 19 * u;
  const blooms = (x: number, align: AreaPlan['align']) => area(rect(x, bloomTop, cornerWide, sideY - bloomTop - 2), cornerTile, align);
  const melds = (x: number, align: AreaPlan['align']) => area(rect(x, meldTop, cornerWide, zoneBottom - meldTop), cornerTile, align);
  const backs = (x: number, side: 'left' | 'right'): BacksPlan => ({ x, y: sideY, w: backTile, h: sideHigh, tile: backTile, side });
  const sidePlateWide = Math.min(plateWide, rivers[2].x - left - 6);
  const flowersX = left + plateWide + 8;
  return {
    kind: 'upright', width, height, u,
    menu: rect(left, top, tools, tools),
    sound: rect(right - tools, top, tools, tools),
    language: rect(right - 2 * tools - 4, top, tools, tools),
    title: low ? null : rect(left + tools + 8, top, span - 3 * tools - 20, tools),
    plates: [
      rect(left + 2, ownTop, plateWide, plateHigh),
      rect(right - sidePlateWide, sidePlate, sidePlateWide, plateHigh),
      rect(farPlateX, farPlateTop, plateWide, plateHigh),
      rect(left, sidePlate, sidePlateWide, plateHigh),
    ],
    backs: [
      null,
      backs(mirror(left, backTile), 'right'),
      { x: farX, y: farBottom, w: farWide, h: farTile * RATIO, tile: farTile, side: null },
      backs(left, 'left'),
    ],
    melds: [
      null,
      melds(mirror(cornerX, cornerWide), 'end'),
      area(low ? rect(farX, farFront, farWide * 0.58, farFrontHigh) : rect(farX, farFront, farWide, farFrontHigh / 2 - 1), 19 * u, 'start'),
      melds(cornerX, 'start'),
    ],
    flowers: [
      area(rect(flowersX, ownTop, right - flowersX, plateHigh), 27 * u, 'start'),
      blooms(mirror(cornerX, cornerWide), 'end'),
      area(low ? rect(farX + farWide * 0.6, farFront, farWide * 0.4, farFrontHigh) : rect(farX, farFront + farFrontHigh / 2 + 1, farWide, farFrontHigh / 2 - 1), 19 * u, low ? 'end' : 'start'),
      blooms(cornerX, 'start'),
    ],
    rivers, hub, hubForm: hubWide < 124 || hubHigh > hubWide * 0.9 ? 'column' : 'row', wall,
    felt: { top: low ? top + tools - 2 : farPlateTop - 4, bottom: bottom + 40, topLeft: left + 4, topRight: right - 4, bottomLeft: left - 16, bottomRight: right + 16 },
    hand, drawn, waits, offers,
    offerRows: 1,
  };
}

/** Where `count` answers go: over the place of the drawn tile too, on an upright phone, when they are many and
    nothing lies there (`aside`). */
export function offersRect(plan: Plan, count: number, aside = false): Rect {
  const { offers, drawn, kind } = plan;
  if (kind !== 'upright' || count <= 5 || aside || drawn.y > offers.y + offers.h) return offers;
  return { ...offers, w: drawn.x + drawn.w - offers.x };
}
