/* A short deal that plays by itself, to see the table move. */
import { wallLeft, noWall } from '../table/wall';
import type { TableModel } from '../table/model';
import { LASTS, type Cue, type Stage } from '../table/motion.svelte';
import { MOMENTS, OPENED, hidden, tiles, withSeat } from './moments';

type Step = [model: TableModel, cue: Cue, pause?: number];

function script(): Step[] {
  const start = MOMENTS.opening!();
  const empty: TableModel = {
    ...start, wall: noWall(), left: 144,
    seats: start.seats.map((seat) => ({ ...seat, hand: [], drawn: null })) as unknown as TableModel['seats'],
  };
  const built: TableModel = { ...empty, wall: wallLeft(1, 9, 0, 0, null) };
  const own = tiles('11s 248m 456p 6789s 233m 1z');
  const dealt: TableModel = withSeat({ ...start, wall: wallLeft(1, 9, 65, 0, null) }, 0, { hand: own });
  const flowered = withSeat({ ...dealt, wall: wallLeft(1, 9, 65, 1, null) }, 0, { hand: [...own.slice(0, -1), '9s'], flowers: ['1z'] });
  const gold: TableModel = { ...flowered, gold: '1s', wall: wallLeft(1, 9, 65, 2, OPENED), left: 59 };
  const discard = withSeat(withSeat(gold, 1, { drawn: null, river: [{ tile: '9p' }] }), 2, {});
  const drawTop: TableModel = withSeat({ ...discard, turn: 2, wall: wallLeft(1, 9, 66, 2, OPENED), left: 58 }, 2, { drawn: '?' });
  const topDiscards = withSeat(drawTop, 2, { drawn: null, river: [{ tile: '6m' }] });
  const leftPongs = withSeat(withSeat({ ...topDiscards, turn: 3 }, 2, { river: [{ tile: '6m', claimed: true }] }), 3, { hand: hidden(14), melds: [{ kind: 'pong', concealed: false, tiles: ['6m', '6m', '6m'], claimed: { index: 1, from: 2 } }] });
  const leftDiscards = withSeat(leftPongs, 3, { hand: hidden(13), river: [{ tile: '3p' }] });
  const ownDraw: TableModel = withSeat({ ...leftDiscards, turn: 0, wall: wallLeft(1, 9, 67, 2, OPENED), left: 57 }, 0, { drawn: '5s' });
  const ownDiscard = withSeat({ ...ownDraw, turn: 1 }, 0, { hand: [...ownDraw.seats[0].hand.filter((tile, i, all) => tile !== '8m' || all.indexOf(tile) !== i), '5s'], drawn: null, river: [{ tile: '8m' }] });
  const won: TableModel = { ...ownDiscard, turn: null, ended: { kind: 'win', winner: 0 } };
  return [
    [empty, { kind: 'still' }, 300],
    [built, { kind: 'build' }],
    [built, { kind: 'dice', dice: [4, 5] }],
    [dealt, { kind: 'deal' }],
    [flowered, { kind: 'flower', place: 0 }],
    [gold, { kind: 'gold' }, 6500],
    [discard, { kind: 'discard', place: 1 }, 700],
    [drawTop, { kind: 'draw', place: 2 }, 600],
    [topDiscards, { kind: 'discard', place: 2 }, 700],
    [leftPongs, { kind: 'claim', place: 3, name: 'move.pong' }, 700],
    [leftDiscards, { kind: 'discard', place: 3 }, 700],
    [ownDraw, { kind: 'draw', place: 0 }, 900],
    [ownDiscard, { kind: 'discard', place: 0 }, 900],
    [won, { kind: 'win', place: 0, name: 'move.self_draw' }],
  ];
}

/** Shows one step held still at a share of its time, to be photographed. */
export function hold(stage: Stage, step: number, share: number): void {
  const steps = script();
  stage.slowness = 1000;
  stage.reset(steps[Math.max(0, step - 1)]![0]);
  const [model, cue] = steps[step]!;
  setTimeout(() => {
    stage.push(model, cue);
    setTimeout(() => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = share * LASTS[cue.kind] * (animation instanceof CSSAnimation ? 1 : stage.slowness);
      }
    }, 60);
  }, 300);
}

export function perform(stage: Stage, from: number): void {
  const steps = script();
  stage.reset(steps[Math.max(0, from - 1)]![0]);
  let at = 600;
  for (const [model, cue, pause] of steps.slice(from)) {
    setTimeout(() => stage.push(model, cue), at);
    at += pause ?? 0;
  }
}
