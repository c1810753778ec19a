/* The law of the client: folding what a seat was sent shows what the server's own view of that seat says. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TableEvent, WallNumbers } from '../net/protocol';
import { drawable, fold, tilesLeft, type TableState } from './fold';
import { settle } from './settlement';
import { HIDDEN, order } from './tiles';

interface View {
  hand: string[] | null;
  drawn: string;
  gold: string;
  left: number;
  drawable: number;
  dealer: number;
  streak: number;
  live: string;
  seats: { size: number; melds: [string, string, boolean][]; flowers: string[]; river: string[] }[];
}
interface Stream { seat: 0 | 1 | 2 | 3; wall: WallNumbers; steps: { event: TableEvent; view: View }[] }

const folder = fileURLToPath(new URL('../../../tests/vectors/streams', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function shown(table: TableState, seat: 0 | 1 | 2 | 3, wall: WallNumbers): View {
  const turn = table.drawn?.seat === seat ? table.drawn.tile : HIDDEN;
  return {
    hand: table.seats[seat].hand.slice().sort(),
    drawn: turn,
    gold: table.gold ?? HIDDEN,
    left: tilesLeft(table),
    drawable: drawable(table, wall),
    dealer: table.dealer,
    streak: table.streak,
    live: table.live?.tile ?? HIDDEN,
    seats: table.seats.map(({ hand, melds, flowers, river }) => ({
      size: hand.length,
      melds: melds.map(({ kind, tile, concealed }): [string, string, boolean] => [kind, tile, concealed]),
      flowers,
      river: river.filter(({ claimed }) => !claimed).map(({ tile }) => tile),
    })),
  };
}

describe.each(files)('%s', (name) => {
  const { seat, wall, steps } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Stream;

  it('folds to what the view says after every event', () => {
    let table: TableState | null = null;
    steps.forEach(({ event, view }, at) => {
      table = fold(table, event);
      // From the win on all hands are shown, which the table itself does not keep.
      if (['win', 'end', 'match_end'].includes(event.type)) return;
      expect(shown(table, seat, wall), `step ${at}: ${JSON.stringify(event)}`).toEqual(view);
    });
  });

  it('keeps hands in order', () => {
    let table: TableState | null = null;
    for (const { event } of steps) {
      table = fold(table, event);
      const places = table.seats[seat].hand.map(order);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('settles every deal with lines that add up', () => {
    let table: TableState | null = null;
    for (const { event } of steps) {
      table = fold(table, event);
      const settlement = event.type === 'end' ? settle(table, 1) : null;
      if (settlement === null) continue;
      expect(settlement.lines.reduce((sum, { total }) => sum + total, 0)).toBe(0);
      for (const line of settlement.lines) {
        expect(line.forWin + line.instant.reduce((sum, { points }) => sum + points, 0)).toBe(line.total);
        expect(line.before + line.total).toBe(line.after);
        expect(line.before).toBe(table.before[line.seat]);
      }
    }
  });
});
