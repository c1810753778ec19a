/* Which tile went where between two moments of a deal, seen from the two moments alone. */
import type { Tile } from '../tiles/notation';
import { heldHand } from './offers';
import { PLACES, type Place, type TableModel } from './model';

export interface Journey {
  /** The tile's name in the old scene and in the new one. */
  from: string;
  to: string;
  /** Only makes room: shorter and without a lift. */
  shift?: boolean;
}

/** Finds the stack that a tile was taken from. */
function takenFrom(before: TableModel, after: TableModel): string | null {
  for (const place of PLACES)
    for (let stack = 0; stack < before.wall.stacks[place].length; stack++)
      if (after.wall.stacks[place][stack]! < before.wall.stacks[place][stack]!) return `wall-${place}-${stack}`;
  return null;
}

/** Hands out the tiles that a seat held before, so that each is used once. */
class Source {
  private readonly own: (Tile | null)[];
  private next: number;

  constructor(private readonly before: TableModel, private readonly place: Place) {
    this.own = place === 0 ? heldHand(before) : [];
    /* From the middle: where a hidden tile stood must tell nothing. */
    this.next = Math.floor((before.seats[place].hand.length - 1) / 2);
  }

  take(tile: Tile, preferDrawn: boolean): string | null {
    const seat = this.before.seats[this.place];
    if (this.place !== 0) {
      if (preferDrawn && seat.drawn) return `back-${this.place}-${seat.hand.length}`;
      return this.next >= 0 ? `back-${this.place}-${this.next--}` : null;
    }
    if (preferDrawn && seat.drawn === tile) return 'drawn';
    const at = this.own.indexOf(tile);
    if (at < 0) return seat.drawn === tile ? 'drawn' : null;
    this.own[at] = null;
    return `hand-${at}`;
  }
}

export function journeys(before: TableModel, after: TableModel): Journey[] {
  const found: Journey[] = [];
  const go = (from: string | null, to: string) => {
    if (from) found.push({ from, to });
  };
  for (const place of PLACES) {
    const [old, now] = [before.seats[place], after.seats[place]];
    const source = new Source(before, place);
    if (now.river.length === old.river.length + 1) {
      const tile = now.river.at(-1)!.tile;
      go(source.take(tile, place === 0 && (!heldHand(before).includes(tile) || sameHand(before, after))), `river-${place}-${now.river.length - 1}`);
    }
    now.melds.forEach((meld, m) => {
      const known = old.melds[m]?.tiles.length ?? 0;
      if (known >= meld.tiles.length) return;
      meld.tiles.forEach((tile, i) => {
        const to = `meld-${place}-${m}-${i}`;
        if (known) {
          if (i >= known) go(source.take(tile, true), to);
        } else if (meld.claimed?.index === i) {
          const { from } = meld.claimed;
          go(`river-${from}-${before.seats[from].river.length - 1}`, to);
        } else go(source.take(tile, false), to);
      });
    });
    for (let i = old.flowers.length; i < now.flowers.length; i++) go(source.take(now.flowers[i]!, true), `flower-${place}-${i}`);
    if (now.drawn && !old.drawn) go(takenFrom(before, after), place === 0 ? 'drawn' : `back-${place}-${now.hand.length}`);
  }
  return [...found, ...shifts(before, after)];
}

function sameHand(before: TableModel, after: TableModel): boolean {
  return before.seats[0].hand.length === after.seats[0].hand.length && [...before.seats[0].hand].sort().join() === [...after.seats[0].hand].sort().join();
}

/** The own tiles that stay close ranks, and the drawn tile joins them. */
function shifts(before: TableModel, after: TableModel): Journey[] {
  const old: (Tile | null)[] = heldHand(before);
  return heldHand(after).flatMap((tile, i): Journey[] => {
    const at = old.indexOf(tile);
    if (at >= 0) {
      old[at] = null;
      return at === i && old.length === after.seats[0].hand.length ? [] : [{ from: `hand-${at}`, to: `hand-${i}`, shift: true }];
    }
    return before.seats[0].drawn === tile && after.seats[0].drawn !== tile ? [{ from: 'drawn', to: `hand-${i}`, shift: true }] : [];
  });
}
