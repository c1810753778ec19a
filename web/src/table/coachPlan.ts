/* Where the coach's button and its advice lie: beside the choices, and never over them, the hand or the clock. */
import type { Plan, Rect } from './plan';

export interface CoachPlan {
  button: Rect;
  /** What the advice takes up when it has that many moves; with fewer it is lower by their rows, and stands as deep. */
  panel: Rect;
  /** How many moves the advice has room for. */
  most: number;
  /** The height of a move's row. */
  row: number;
}

const FINGER = 44;
const GAP = 6;
/** Heights of a row of the advice and of what stands above the rows, in pixels. */
export const ROW = { wide: 31, across: 24, upright: 26 } as const;
export const HEAD = { wide: 62, across: 41, upright: 46 } as const;
const LEAST = 2;
const MOST = { wide: 4, across: 3, upright: 4 } as const;

/** The plan of a table with a coach: waits or own flowers make room for its button. */
export function withCoach(plan: Plan): Plan & { coach: CoachPlan } {
  return { wide, across, upright }[plan.kind](plan);
}

function rect(x: number, y: number, w: number, h: number): Rect {
  return { x, y, w, h };
}

/** A box as high as its rows need and the space allows, standing on `bottom`. */
function standing({ kind, u }: Plan, x: number, w: number, bottom: number, top: number): Omit<CoachPlan, 'button'> {
  const scale = kind === 'wide' ? Math.max(1, u) : 1;
  const [row, head] = [ROW[kind] * scale, HEAD[kind] * scale];
  const most = Math.max(LEAST, Math.min(MOST[kind], Math.floor((bottom - top - head) / row)));
  const h = head + most * row;
  return { panel: rect(x, bottom - h, w, h), most, row };
}

function wide(plan: Plan): Plan & { coach: CoachPlan } {
  const { u, offers, waits, wall } = plan;
  const w = Math.max(FINGER, 58 * u);
  const button = rect(offers.x - GAP - w, offers.y, w, offers.h);
  const right = offers.x + offers.w;
  const panelWide = Math.min(380 * Math.max(1, u), Math.max(300, right - wall.topRight + 100 * u));
  const room = standing(plan, right - panelWide, panelWide, offers.y - 18 * u, plan.plates[1].y + plan.plates[1].h + GAP);
  return { ...plan, waits: { ...waits, w: button.x - GAP - waits.x }, coach: { button, ...room } };
}

function across(plan: Plan): Plan & { coach: CoachPlan } {
  const { plates, rivers, hub, waits, offers, hand, drawn } = plan;
  const own = plates[0];
  const x = hand.rows === 1 ? offers.x + offers.w - FINGER : Math.max(rivers[0].x + rivers[0].w + GAP, drawn.x + drawn.w + 8 - FINGER - GAP);
  const y = hand.rows === 1 ? waits.y - FINGER - 7 : Math.min(own.y, hand.y - FINGER - 2);
  const room = standing(plan, own.x, hub.x - GAP - own.x, own.y - 3, plates[3].y + plates[3].h + 3);
  const from = hand.rows === 1 ? waits.x : Math.max(waits.x, x + FINGER + GAP);
  return { ...plan, waits: { ...waits, x: from, w: waits.x + waits.w - from }, coach: { button: rect(x, y, FINGER, FINGER), ...room } };
}

function upright(plan: Plan): Plan & { coach: CoachPlan } {
  const { plates, flowers, hub, waits } = plan;
  const own = plates[0];
  const right = waits.x + waits.w;
  const button = rect(right - FINGER, own.y + (own.h - FINGER) / 2, FINGER, FINGER);
  const above = Math.min(own.y, button.y) - 3;
  const least = HEAD.upright + LEAST * ROW.upright;
  /* On the smallest phones the own plate is given up rather than the number of tiles left. */
  const low = above - least < hub.y + hub.h;
  const room = low ? standing(plan, waits.x, button.x - GAP - waits.x, own.y + own.h, hub.y + hub.h) : standing(plan, waits.x, waits.w, above, hub.y + hub.h);
  const own0 = { ...flowers[0], w: button.x - GAP - flowers[0].x };
  return { ...plan, flowers: [own0, flowers[1], flowers[2], flowers[3]], coach: { button, ...room } };
}
