import { describe, expect, it } from 'vitest';
import { HEAD, ROW, withCoach } from './coachPlan';
import { offersRect, plan, type Rect } from './plan';

const SCREENS: [number, number][] = [
  [1366, 768], [1440, 900], [1920, 1080], [2560, 1440], [1280, 720], [1024, 768], [1180, 820], [1366, 1024], [1000, 560],
  [844, 390], [667, 375], [932, 430], [740, 360], [800, 360], [915, 412],
  [390, 844], [360, 640], [375, 667], [360, 800], [430, 932], [412, 915], [768, 1024], [820, 1180],
];

function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return Math.min(w, h);
}

describe.each(SCREENS)('the coach at %i x %i', (width, height) => {
  const p = withCoach(plan(width, height));
  const { button, panel, most } = p.coach;
  const choices: [string, Rect][] = [['hand', p.hand], ['drawn', p.drawn], ['offers', offersRect(p, 7)], ['waits', p.waits]];
  const controls: [string, Rect][] = [['menu', p.menu], ['language', p.language], ['sound', p.sound], ...p.plates.map((box, i): [string, Rect] => [`plate ${i}`, box])];

  it('has its button free of everything, and big enough for a finger', () => {
    expect(Math.min(button.w, button.h)).toBeGreaterThanOrEqual(44);
    const parts = [...choices, ...controls, ...p.rivers.map((box, i): [string, Rect] => [`river ${i}`, box]), ['flowers', p.flowers[0]], ['hub', p.hub]] as [string, Rect][];
    for (const [name, box] of parts) expect(overlap(button, box), name).toBeLessThanOrEqual(1);
  });

  it('covers neither the hand nor the choices nor a control, and leaves the clock free', () => {
    /* Only the smallest phones have no room beside the own plate. */
    const free = controls.filter(([name]) => name !== 'plate 0' || width > 360 || height > 640);
    for (const [name, box] of [...choices, ...free, ['button', button] as [string, Rect]]) expect(overlap(panel, box), name).toBeLessThanOrEqual(1);
    expect(overlap(panel, p.hub), 'hub').toBeLessThanOrEqual(1);
  });

  it('stays on the screen with room for at least two moves', () => {
    for (const box of [button, panel]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(width + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(height + 0.5);
    }
    expect(most).toBeGreaterThanOrEqual(2);
    expect(panel.h).toBeGreaterThanOrEqual(HEAD[p.kind] + most * ROW[p.kind] - 0.5);
    expect(panel.w).toBeGreaterThanOrEqual(220);
  });

  it('leaves the waits room to be read', () => expect(p.waits.w).toBeGreaterThanOrEqual(120));
});
