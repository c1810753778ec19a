/** Which moments of a stream of events are shown, and how: the deal is one, every other event its own. */
import type { Seat } from '../net/names';
import type { TableEvent } from '../net/protocol';
import type { Cue } from '../table/motion.svelte';
import { placeOf, seatAt } from './model';
import { apply, eyes, type Session } from './session';

export interface Moment { session: Session; cue: Cue }

type Shown = { [K in TableEvent['type']]?: (event: Extract<TableEvent, { type: K }>, own: Seat | null) => Cue };

const STILL: Cue = { kind: 'still' };

const CUES: Shown = {
  start: () => ({ kind: 'build' }),
  take: ({ seat, tail }, own) => (tail ? { kind: 'draw', place: placeOf(seat, own) } : { kind: 'deal' }),
  flowers: ({ seat }, own) => ({ kind: 'flower', place: placeOf(seat, own) }),
  gold: () => ({ kind: 'gold' }),
  draw: ({ seat }, own) => ({ kind: 'draw', place: placeOf(seat, own) }),
  discard: ({ seat }, own) => ({ kind: 'discard', place: placeOf(seat, own) }),
  chow: ({ seat }, own) => ({ kind: 'claim', place: placeOf(seat, own), name: 'move.chow' }),
  pong: ({ seat }, own) => ({ kind: 'claim', place: placeOf(seat, own), name: 'move.pong' }),
  kong: ({ seat, kind }, own) => ({
    kind: 'claim',
    place: placeOf(seat, own),
    name: kind === 'exposed' ? 'move.kong' : `move.${kind}_kong`,
  }),
  gold_gap: ({ seat }, own) => ({ kind: 'claim', place: placeOf(seat, own), name: 'move.gold_gap' }),
  tour: ({ seat, level }, own) => ({ kind: 'claim', place: placeOf(seat, own), name: `table.tour.${level}` }),
  payment: ({ reason, payments }, own) => ({
    kind: 'payment', reason, points: ([0, 1, 2, 3] as const).map((place) => payments[seatAt(place, own)]) as [number, number, number, number],
  }),
  win: ({ seat, by }, own) => ({ kind: 'win', place: placeOf(seat, own), name: by === 'discard' ? 'move.win' : `move.${by}` }),
  drawn_deal: () => ({ kind: 'drawn_deal' }),
};

function cueOf(event: TableEvent, own: Seat | null): Cue {
  const shown = CUES[event.type] as ((event: TableEvent, own: Seat | null) => Cue) | undefined;
  return shown?.(event, own) ?? STILL;
}

/** The session after all `events`, by way of the moments to show. */
export function moments(session: Session, events: readonly TableEvent[]): Moment[] {
  const own = eyes(session);
  const list: Moment[] = [];
  for (const event of events) {
    session = apply(session, event);
    const cue = cueOf(event, own);
    const last = list[list.length - 1];
    if (cue.kind === 'deal' && last?.cue.kind === 'deal') last.session = session;
    else list.push({ session, cue });
    if (event.type === 'start') list.push({ session, cue: { kind: 'dice', dice: event.dice } });
  }
  return list;
}
