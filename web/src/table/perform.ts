/* The animations themselves. Everything is known by its name in the scene; nothing is measured in the page. */
import type { Frame } from './motion.svelte';
import type { Journey } from './journeys';
import { PLACES, type Place } from './model';
import type { Plan } from './plan';
import type { Spot } from './spots';
import { STACKS } from './wall';

const EASE = 'cubic-bezier(.22,.8,.32,1)';
/** No tile travels longer than this, however long its moment lasts. */
const LONGEST = 320;

function element(root: HTMLElement, slot: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
}

/** Lets a tile arrive from where it was. */
function travel(node: HTMLElement, from: Spot, to: Spot, lasts: number, lift: number, delay = 0): Animation {
  const scale = from.t / to.t;
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
  const mid = `translate(${dx * 0.36}px, ${dy * 0.36 - lift}px) scale(${1 + (scale - 1) * 0.3})`;
  return node.animate(
    [
      { transform: start, transformOrigin: '0 0', zIndex: 7 },
      ...(lift ? [{ transform: mid, transformOrigin: '0 0', zIndex: 7, offset: 0.6 }] : []),
      { transform: 'none', transformOrigin: '0 0', zIndex: 7 },
    ],
    { duration: lasts, delay, easing: EASE, fill: 'backwards' },
  );
}

/** C3: from the middle outwards, four stacks first, then seven times one on each side; then the walls move forward. */
function build(root: HTMLElement, plan: Plan, lasts: number): Animation[] {
  const out = plan.kind === 'wide' ? 34 * plan.u : 46 * plan.u;
  const away: Record<Place, [number, number]> = { 0: [0, out], 1: [out, 0], 2: [0, -out], 3: [-out, 0] };
  const step = (lasts * 0.72) / 8;
  return PLACES.flatMap((place) => {
    const [x, y] = away[place];
    return Array.from({ length: STACKS }, (_, stack) => {
      const node = element(root, `wall-${place}-${stack}`);
      const fromMiddle = stack < STACKS / 2 ? STACKS / 2 - 1 - stack : stack - STACKS / 2;
      const delay = Math.max(0, fromMiddle - 1) * step;
      const duration = lasts - delay;
      const forward = (0.78 * lasts - delay) / duration;
      return node?.animate(
        [
          { opacity: 0, transform: `translate(${x * 1.5}px, ${y * 1.5 - 8}px)`, offset: 0 },
          { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.12 },
          { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: forward, easing: 'ease-in-out' },
          { opacity: 1, transform: 'none', offset: 1 },
        ],
        { duration, delay, fill: 'backwards' },
      );
    }).filter((animation) => animation !== undefined);
  });
}

/** C4: four rounds of handfuls, from the dealer on, out of the walls. */
function deal(root: HTMLElement, frame: Frame, spots: Map<string, Spot>, lasts: number): Animation[] {
  const { model } = frame;
  const head = model.wall.head;
  const source = (head && spots.get(`wall-${head.place}-${head.stack}`)) ?? spots.get('hand-0');
  const step = (lasts - 260) / 17;
  return PLACES.flatMap((place) => {
    const turn = (place - model.dealer + 4) % 4;
    const count = model.seats[place].hand.length + (model.seats[place].drawn ? 1 : 0);
    return Array.from({ length: count }, (_, i) => {
      const slot = place === 0 ? (i < model.seats[0].hand.length ? `hand-${i}` : 'drawn') : `back-${place}-${i}`;
      const [node, to] = [element(root, slot), spots.get(slot)];
      if (!node || !to || !source) return undefined;
      const handful = Math.min(4, Math.floor(i / 4));
      return travel(node, { ...source, t: Math.min(source.t, to.t) }, to, 240, 0, (handful * 4 + turn) * step);
    }).filter((animation) => animation !== undefined);
  });
}

/** The light of the opened gold reaches every copy in view. */
function shimmer(root: HTMLElement, gold: string | null, lasts: number): Animation[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-tile="${gold}"]`)].map((node) =>
    node.animate([{ filter: 'none' }, { filter: 'brightness(1.5) drop-shadow(0 0 14px #ffd85a)' }, { filter: 'none' }], {
      duration: lasts * 0.5, delay: lasts * 0.45, easing: 'ease-in-out',
    }),
  );
}

export function perform(root: HTMLElement, plan: Plan, frame: Frame, moved: Journey[], from: Map<string, Spot>, to: Map<string, Spot>, lasts: number): Animation[] {
  const { cue, model } = frame;
  if (cue.kind === 'build') return build(root, plan, lasts);
  if (cue.kind === 'deal') return deal(root, frame, to, lasts);
  const travels = moved.flatMap((journey) => {
    const [node, start, end] = [element(root, journey.to), from.get(journey.from), to.get(journey.to)];
    if (!node || !start || !end) return [];
    return [travel(node, start, end, Math.min(lasts, LONGEST), journey.shift ? 0 : end.t * 0.25)];
  });
  return cue.kind === 'gold' ? [...travels, ...shimmer(root, model.gold, lasts)] : travels;
}
