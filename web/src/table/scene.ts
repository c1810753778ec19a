/* The table as a list of placed tiles: which tile lies where, under a name that stays the same from one moment
   to the next. The view draws it; motion compares two of them. */
import { isHidden, type Tile } from '../tiles/notation';
import type { Pose } from '../tiles/picture';
import { heldHand } from './offers';
import { isGold, PLACES, type Meld, type Place, type SeatView, type TableModel } from './model';
import type { AreaPlan, Plan, Rect } from './plan';
import { backSpots, flowerSpots, groupSpots, handSpots, riverSpots, wallSpots, type Spot, type StackSpot } from './spots';

export interface Placed extends Spot {
  slot: string;
  tile: Tile;
  pose: Pose;
  gold: boolean;
  mirrored?: boolean;
  /** A discard that was taken: only its mark is left. */
  ghost?: boolean;
  /** The tile that can be claimed now. */
  live?: boolean;
  /** The tile of a meld that came from another seat. */
  taken?: boolean;
}

export interface Zone {
  kind: 'river' | 'melds' | 'flowers' | 'backs' | 'revealed' | 'own-melds';
  place: Place;
  tiles: Placed[];
  /** Flowers for which there was no place. */
  more?: { count: number; spot: Spot };
}

export interface HandTile extends Placed {
  /** Position in the hand; the drawn tile comes last. */
  index: number;
  drawn: boolean;
}

export interface Scene {
  zones: Zone[];
  hand: HandTile[];
  stacks: (StackSpot & { left: number; indicator: boolean })[];
  /** Where every named tile is, the stacks of the walls included. */
  spots: Map<string, Spot>;
}

function grouped(kind: Zone['kind'], place: Place, slot: string, area: AreaPlan, groups: Tile[][], model: TableModel, whole = true): Zone {
  const spots = groupSpots(area, groups.map((group) => group.length), whole);
  const tiles = groups.flatMap((group, g) =>
    group.map((tile, i): Placed => ({ ...spots[g]![i]!, slot: `${slot}-${place}-${g}-${i}`, tile, pose: 'lie', gold: isGold(model, tile) })),
  );
  return { kind, place, tiles };
}

function meldZone(kind: Zone['kind'], place: Place, area: AreaPlan, melds: Meld[], model: TableModel): Zone {
  const zone = grouped(kind, place, 'meld', area, melds.map((meld) => meld.tiles), model);
  melds.forEach((meld, m) => {
    const taken = meld.claimed && zone.tiles.find((tile) => tile.slot === `meld-${place}-${m}-${meld.claimed!.index}`);
    if (taken) taken.taken = true;
  });
  /* A meld in the hand is never wild, so it never glows as gold. */
  return { ...zone, tiles: zone.tiles.map((tile) => ({ ...tile, gold: false })) };
}

function flowerZone(place: Place, area: AreaPlan, flowers: Tile[], model: TableModel): Zone {
  const { spots, hidden, more } = flowerSpots(area, flowers);
  const tiles = spots.map(({ index, ...spot }): Placed => ({
    ...spot, slot: `flower-${place}-${index}`, tile: flowers[index]!, pose: 'lie', gold: isGold(model, flowers[index]!),
  }));
  return { kind: 'flowers', place, tiles, ...(more ? { more: { count: hidden, spot: more } } : {}) };
}

function riverZone(place: Place, plan: Plan, seat: SeatView, model: TableModel): Zone {
  const spots = riverSpots(plan.rivers[place], seat.river.length);
  const tiles = seat.river.map(({ tile, claimed = false }, i): Placed => ({
    ...spots[i]!, slot: `river-${place}-${i}`, tile, pose: 'lie', gold: isGold(model, tile), ghost: claimed,
    live: !claimed && model.live?.place === place && i === seat.river.length - 1,
  }));
  return { kind: 'river', place, tiles };
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** The hand of another seat: backs while it is hidden, then its melds and tiles together. */
function otherHand(place: 1 | 2 | 3, plan: Plan, seat: SeatView, model: TableModel): Zone[] {
  const backs = plan.backs[place];
  const melds = plan.melds[place]!;
  if (!seat.hand.length || isHidden(seat.hand[0]!)) {
    const spots = backSpots(backs!, seat.hand.length, seat.drawn !== null);
    const tiles = spots.map((spot, i): Placed => ({
      ...spot, slot: `back-${place}-${i}`, tile: '?', gold: false, pose: backs!.side ? 'side' : 'stand', mirrored: backs!.side === 'right',
    }));
    return [meldZone('melds', place, melds, seat.melds, model), { kind: 'backs', place, tiles }];
  }
  const held = seat.drawn && !isHidden(seat.drawn) ? [seat.hand, [seat.drawn]] : [seat.hand];
  /* Opposite, only the upright plan has the hand and the melds in one place; elsewhere something lies between. */
  const area: AreaPlan = { ...melds, ...(backs!.side ? union(melds, { ...backs!, y: melds.y, h: melds.h }) : plan.kind === 'upright' ? union(backs!, melds) : melds) };
  const zone = grouped('revealed', place, 'shown', area, [...seat.melds.map((meld) => meld.tiles), ...held], model, false);
  const inMelds = seat.melds.reduce((sum, meld) => sum + meld.tiles.length, 0);
  return [{ ...zone, tiles: zone.tiles.map((tile, i) => (i < inMelds ? { ...tile, gold: false } : tile)) }];
}

export function scene(model: TableModel, plan: Plan): Scene {
  const own = model.seats[0];
  const held = heldHand(model);
  /* The dealer starts with one tile more than there are places: it lies where a drawn tile would. */
  const rest: Spot = { x: plan.drawn.x, y: plan.drawn.y, t: plan.hand.tile };
  const { tiles: places, melds } = handSpots(plan.hand, Math.min(held.length, plan.hand.columns * plan.hand.rows));
  /* Of two rows the lower one covers the thickness of the upper one, never its faces. */
  const pose: Pose = plan.hand.rows === 2 ? 'lie' : 'stand';
  const hand = held.map((tile, index): HandTile => ({
    ...(places[index] ?? rest), slot: `hand-${index}`, tile, pose, gold: isGold(model, tile), index, drawn: false,
  }));
  if (own.drawn)
    hand.push({
      x: plan.drawn.x, y: plan.drawn.y, t: plan.hand.tile, slot: 'drawn', tile: own.drawn, pose,
      gold: isGold(model, own.drawn), index: hand.length, drawn: true,
    });
  const zones: Zone[] = [meldZone('own-melds', 0, melds, own.melds, model)];
  for (const place of PLACES) {
    const seat = model.seats[place];
    if (place !== 0) zones.push(...otherHand(place, plan, seat, model));
    zones.push(flowerZone(place, plan.flowers[place], seat.flowers, model), riverZone(place, plan, seat, model));
  }
  const { indicator } = model.wall;
  const stacks = wallSpots(plan.wall).map((spot) => ({
    ...spot, left: model.wall.stacks[spot.place][spot.stack]!,
    indicator: indicator?.place === spot.place && indicator.stack === spot.stack,
  }));
  const spots = new Map<string, Spot>();
  for (const tile of [...zones.flatMap((zone) => zone.tiles), ...hand]) spots.set(tile.slot, tile);
  for (const stack of stacks) {
    const t = Math.max(stack.w, stack.h);
    spots.set(`wall-${stack.place}-${stack.stack}`, { x: stack.x + (stack.w - t) / 2, y: stack.y + (stack.h - t * 1.4) / 2, t });
  }
  return { zones, hand, stacks, spots };
}
