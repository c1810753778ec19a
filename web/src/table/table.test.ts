import { describe, expect, it } from 'vitest';
import { journeys } from './journeys';
import { LASTS, pace, Stage, type Cue, type Frame } from './motion.svelte';
import { offers, positionsUsed } from './offers';
import { plan } from './plan';
import { sampleTable } from './sample';
import { scene } from './scene';
import { flowerSpots } from './spots';
import { brokenWall, noWall, stackAt, STACKS, wallLeft } from './wall';

/** The gold turned up at the tail, before anything was drawn there. */
const FIRST = { head: false, place: 1, count: 1, before: 0 };

describe('the walls (C3)', () => {
  it('are broken by counting from the dealer as 1', () => {
    expect(brokenWall(0, 11)).toBe(2);
    expect(brokenWall(1, 5)).toBe(1);
  });

  it('are dealt from the stack after the skipped ones, which may be in the next wall clockwise', () => {
    expect(wallLeft(0, 11, 0, 0, null).head).toEqual({ place: 2, stack: 11 });
    expect(stackAt(2, 18)).toEqual({ place: 1, stack: 0 });
    expect(stackAt(0, 18)).toEqual({ place: 3, stack: 0 });
    expect(stackAt(0, -1)).toEqual({ place: 1, stack: 17 });
  });

  it('lose tiles from the head and from the tail, and never gain any', () => {
    const left = (head: number, tail: number) => wallLeft(3, 8, head, tail, null).stacks.flat().reduce((a, b) => a + b);
    expect(left(0, 0)).toBe(4 * STACKS * 2);
    expect(left(65, 7)).toBe(144 - 72);
    expect(wallLeft(0, 11, 1, 0, null).stacks[2][11]).toBe(1);
    expect(wallLeft(0, 11, 0, 1, null).stacks[2][10]).toBe(1);
    expect(noWall().stacks.flat().every((count) => count === 0)).toBe(true);
  });

  it('show the indicator on the ninth stack from the tail', () => {
    expect(wallLeft(0, 11, 0, 1, FIRST).indicator).toEqual(stackAt(2, 11 + 71 - 8));
  });

  it('lose the gold at the head in Longyan, where it is laid on the last stack (L2)', () => {
    const { stacks, indicator } = wallLeft(0, 11, 54, 0, { head: true, place: 1, count: 1, before: 0 });
    expect(stacks.flat().reduce((a, b) => a + b)).toBe(144 - 54);
    expect(indicator).toEqual(stackAt(2, 11 + 71));
    expect(stacks[2][10]).toBe(2);
  });

  it('keep the tiles behind a gold that dice opened, and draw them first (S3)', () => {
    const fifth = { head: false, place: 5, count: 2, before: 0 };
    const tail = (count: number) => [71, 70, 69, 68, 67].map((steps) => stackAt(2, 11 + steps)).map((at) => wallLeft(0, 11, 65, count, fifth).stacks[at.place][at.stack]);
    expect(tail(2)).toEqual([2, 2, 0, 2, 2]);
    expect(tail(5)).toEqual([0, 1, 0, 2, 2]);
    expect(tail(7)).toEqual([0, 0, 0, 1, 2]);
    expect(wallLeft(0, 11, 65, 2, fifth).indicator).toEqual(stackAt(2, 11 + 69));
  });
});

describe('offers', () => {
  const model = sampleTable({
    live: { place: 3, tile: '5p' }, pays: { win: 12 }, gold: '9s',
    moves: ['pass', 'win', 'chow:3p', 'chow:5p', 'pong', 'discard:1m'], refused: { kong: 'no_kong_after_claim', pong: 'unused' },
  });

  it('show each combination once as the meld that it makes, wins to the right and passing last', () => {
    expect(offers(model).map(({ move, tiles, taken }) => [move, tiles.join(' '), taken])).toEqual([
      ['chow:3p', '3p 4p 5p', 2], ['chow:5p', '5p 6p 7p', 0], ['pong', '5p 5p 5p', 2], ['kong', '5p 5p 5p 5p', 3], ['win', '', -1], ['pass', '', -1],
    ]);
  });

  it('say what is refused and why, and what a win pays', () => {
    const byMove = Object.fromEntries(offers(model).map((offer) => [offer.move, offer]));
    expect(byMove.kong!.refused).toBe('no_kong_after_claim');
    expect(byMove.pong!.refused).toBeNull();
    expect(byMove.win!.points).toBe(12);
    expect(byMove.pass!.points).toBeNull();
  });

  it('take from the hand what is not claimed, and one tile for an added kong', () => {
    const uses = (move: string) => offers({ ...model, refused: {}, moves: [move] })[0]!.uses;
    expect(uses('chow:3p')).toEqual(['3p', '4p']);
    expect(uses('kong')).toEqual(['5p', '5p', '5p']);
    expect(uses('concealed_kong:2m')).toEqual(['2m', '2m', '2m', '2m']);
    expect(uses('added_kong:2m')).toEqual(['2m']);
    expect([...positionsUsed(['1m', '5p', '5p', '5p'], ['5p', '5p'])]).toEqual([1, 2]);
  });
});

describe('journeys', () => {
  it('lead a drawn tile from the stack it was on', () => {
    const before = sampleTable();
    const after = sampleTable({ wall: wallLeft(0, 7, 66, 1, FIRST) }, { 0: { drawn: '9m' } });
    expect(journeys(before, after)).toContainEqual({ from: expect.stringMatching(/^wall-/), to: 'drawn' });
  });

  it('lead a discard from the hand, and the drawn tile into the gap', () => {
    const before = sampleTable({}, { 0: { drawn: '3m' } });
    const after = sampleTable({}, { 0: { hand: ['2m', '3m', '5p', '5p'], river: [{ tile: '1m' }] } });
    expect(journeys(before, after)).toEqual([
      { from: 'hand-0', to: 'river-0-0' },
      { from: 'hand-1', to: 'hand-0', shift: true },
      { from: 'drawn', to: 'hand-1', shift: true },
    ]);
  });

  it('lead a discard of the drawn tile from its own place', () => {
    const before = sampleTable({}, { 0: { drawn: '5p' } });
    const after = sampleTable({}, { 0: { river: [{ tile: '5p' }] } });
    expect(journeys(before, after)).toEqual([{ from: 'drawn', to: 'river-0-0' }]);
  });

  it('tell nothing about where a hidden discard stood', () => {
    const after = sampleTable({}, { 1: { river: [{ tile: '1m' }] } });
    const drawn = journeys(sampleTable({}, { 1: { drawn: '?' } }), after);
    expect(drawn).toEqual([{ from: 'back-1-1', to: 'river-1-0' }]);
    expect(journeys(sampleTable({}, { 1: { drawn: null } }), after)).toEqual(drawn);
  });

  it('lead a claimed tile from the river it lay in', () => {
    const before = sampleTable({}, { 2: { river: [{ tile: '5p' }] } });
    const after = sampleTable({}, {
      0: { hand: ['1m', '2m'], melds: [{ kind: 'pong', concealed: false, tiles: ['5p', '5p', '5p'], claimed: { index: 1, from: 2 } }] },
      2: { river: [{ tile: '5p', claimed: true }] },
    });
    expect(journeys(before, after).filter(({ shift }) => !shift)).toEqual([
      { from: 'hand-2', to: 'meld-0-0-0' }, { from: 'river-2-0', to: 'meld-0-0-1' }, { from: 'hand-3', to: 'meld-0-0-2' },
    ]);
  });

  it('start and end at names that the scenes know', () => {
    const p = plan(1366, 768);
    const before = sampleTable({}, { 1: { drawn: '?' }, 0: { drawn: '7p' } });
    const after = sampleTable({}, { 1: { drawn: null, flowers: ['1z'] }, 0: { flowers: ['7p'] } });
    const [old, now] = [scene(before, p).spots, scene(after, p).spots];
    const found = journeys(before, after);
    expect(found).toHaveLength(2);
    for (const { from, to } of found) expect([old.has(from), now.has(to)]).toEqual([true, true]);
  });
});

describe('the scene', () => {
  it('keeps golds in the hand apart and melds plain', () => {
    const model = sampleTable({ gold: '5p' }, { 0: { melds: [{ kind: 'pong', concealed: false, tiles: ['9s', '9s', '9s'] }] } });
    const { hand, zones } = scene(model, plan(390, 844));
    expect(hand.map(({ tile, gold }) => [tile, gold])).toEqual([['5p', true], ['5p', true], ['1m', false], ['2m', false]]);
    expect(zones.find(({ kind }) => kind === 'own-melds')!.tiles.some(({ gold }) => gold)).toBe(false);
  });

  it('shows every flower of a seat, or counts the rest', () => {
    const many = ['1z', '2z', '3z', '4z', '5z', '6z', '7z'].flatMap((tile) => [tile, tile, tile, tile]).concat(['1f', '2f', '3f', '4f', '5f', '6f', '7f', '8f']);
    for (const [w, h] of [[1366, 768], [844, 390], [390, 844], [360, 640]] as const)
      for (const area of plan(w, h).flowers)
        for (const count of [1, 8, 15, 22, 36]) {
          const { spots, hidden, more } = flowerSpots(area, many.slice(0, count));
          expect(spots.length + hidden).toBe(count);
          expect(more === null).toBe(hidden === 0);
          for (const spot of spots) {
            expect(spot.x).toBeGreaterThanOrEqual(area.x - 0.6);
            expect(spot.x + spot.t).toBeLessThanOrEqual(area.x + area.w + 0.6);
            expect(spot.y + spot.t * 1.4).toBeLessThanOrEqual(area.y + area.h + 1);
          }
        }
  });

  it('marks the tile that can be claimed, and it alone', () => {
    const model = sampleTable({ live: { place: 1, tile: '3s' } }, { 1: { river: [{ tile: '3s' }, { tile: '3s' }] } });
    expect(scene(model, plan(844, 390)).zones.flatMap(({ tiles }) => tiles).filter(({ live }) => live).map(({ slot }) => slot)).toEqual(['river-1-1']);
  });
});

describe('the queue of moments', () => {
  const frame = (kind: 'draw' | 'discard' | 'build' | 'gold', moves: string[] = []): Frame => {
    const cue: Cue = kind === 'draw' || kind === 'discard' ? { kind, place: 1 } : { kind };
    return { model: sampleTable({ moves }), cue };
  };

  it('takes its time while nobody has to answer', () => {
    expect(pace([frame('build'), frame('gold')])).toEqual({ rate: 1, drop: 0 });
  });

  it('is never more than a second behind once the player is asked', () => {
    const queue = [frame('build'), frame('gold'), ...Array.from({ length: 12 }, () => frame('discard')), frame('draw', ['discard:1m'])];
    const { rate, drop } = pace(queue);
    const lasts = queue.slice(drop).reduce((sum, { cue }) => sum + LASTS[cue.kind], 0) / rate;
    expect(lasts).toBeLessThanOrEqual(1000.5);
  });

  it('drops the oldest moments of a very long queue but never the newest', () => {
    const queue = Array.from({ length: 80 }, () => frame('discard', ['pass']));
    const { drop } = pace(queue);
    expect(drop).toBeGreaterThan(0);
    expect(drop).toBeLessThan(queue.length);
  });

  it('tells listeners of every moment, also of those that are skipped', () => {
    const stage = new Stage(sampleTable());
    const heard: string[] = [];
    stage.listen(({ cue }) => heard.push(cue.kind));
    stage.push(sampleTable(), { kind: 'draw', place: 1 });
    stage.push(sampleTable({ left: 1 }), { kind: 'discard', place: 1 });
    stage.push(sampleTable({ left: 2 }), { kind: 'still' });
    stage.skip();
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      expect(heard).toEqual(['draw', 'discard', 'still']);
      expect(stage.model.left).toBe(2);
    });
  });

  it('says once that everything has been shown', async () => {
    const stage = new Stage(sampleTable());
    const idle: number[] = [];
    stage.onidle = () => idle.push(stage.model.left);
    stage.push(sampleTable({ left: 5 }), { kind: 'gold' });
    stage.push(sampleTable({ left: 4 }), { kind: 'still' });
    expect(idle).toEqual([]);
    await new Promise<void>((resolve) => setTimeout(resolve));
    expect(idle).toEqual([4]);
  });

  it('goes on when the view leaves in the middle of a moment', async () => {
    const stage = new Stage(sampleTable());
    stage.performer = { spots: () => new Map(), perform: () => [] };
    stage.push(sampleTable({ left: 5 }), { kind: 'draw', place: 1 });
    stage.push(sampleTable({ left: 4 }), { kind: 'discard', place: 1 });
    stage.performer = null;
    await new Promise<void>((resolve) => setTimeout(resolve));

    expect(stage.model.left).toBe(4);
    stage.push(sampleTable({ left: 3 }), { kind: 'still' });
    await new Promise<void>((resolve) => setTimeout(resolve));
    expect(stage.model.left).toBe(3);
  });
});
