/* A small table for tests. */
import type { Place, SeatView, TableModel } from './model';
import { wallLeft } from './wall';

export function sampleSeat(place: Place, change: Partial<SeatView> = {}): SeatView {
  return {
    seat: place, name: 'ABCD'[place]!, kind: 'bot', wind: 'east', points: 0, connected: true, autopilot: false,
    hand: place ? ['?', '?', '?', '?'] : ['1m', '2m', '5p', '5p'], drawn: null, melds: [], flowers: [], river: [], goldLock: false, ...change,
  };
}

export function sampleTable(change: Partial<TableModel> = {}, seats: Partial<Record<Place, Partial<SeatView>>> = {}): TableModel {
  return {
    rulesName: '', dealName: '', seats: [sampleSeat(0, seats[0]), sampleSeat(1, seats[1]), sampleSeat(2, seats[2]), sampleSeat(3, seats[3])],
    dealer: 0, streak: 0, turn: 0, clock: null, gold: null, left: 50, lastDraws: false, wall: wallLeft(0, 7, 65, 1, { head: false, place: 1, count: 1, before: 0 }), live: null,
    moves: [], refused: {}, pays: {}, named: {}, waits: [], anyTile: false, waitsAfter: {}, anyAfter: [], coach: null, ended: null, ...change,
  };
}
