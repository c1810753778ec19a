import { describe, expect, it } from 'vitest';
import catalogue from '$catalogue';
import { FACES, inHandOrder, isHidden } from './notation';
import { drawing, type Look } from './picture';

const PLAIN: Look = { pose: 'lie', gold: false, corner: false, contrast: false };

describe('tile pictures', () => {
  it('draw each of the 42 faces differently', () => {
    expect(FACES).toHaveLength(42);
    expect(new Set(FACES.map((tile) => drawing(tile, PLAIN))).size).toBe(42);
  });

  it('show nothing of a hidden tile', () => {
    expect(new Set(['?', '', 'x'].map((tile) => drawing(tile, PLAIN))).size).toBe(1);
    expect(isHidden('?')).toBe(true);
  });

  it('mark a gold by more than its colour, in every look', () => {
    for (const contrast of [false, true])
      for (const tile of FACES) {
        const [gold, plain] = [true, false].map((is) => drawing(tile, { ...PLAIN, contrast, gold: is }));
        expect(gold!.match(/<path/g)!.length).toBeGreaterThan(plain!.match(/<path/g)?.length ?? 0);
      }
  });

  it('give every tile but the flowers a corner index', () => {
    for (const tile of FACES) expect(drawing(tile, { ...PLAIN, corner: true }) !== drawing(tile, PLAIN)).toBe(!tile.endsWith('f'));
  });

  it('use no text and no outside reference, so that they look the same everywhere', () => {
    for (const tile of [...FACES, '?']) expect(drawing(tile, PLAIN)).not.toMatch(/<text|href|font|NaN|undefined/);
  });

  it('have names in three languages', () => {
    for (const tile of FACES) expect(Object.keys((catalogue as Record<string, object>)[`tile.${tile}`]!).sort()).toEqual(['en', 'zh-Hans', 'zh-Hant']);
  });
});

describe('a held hand', () => {
  it('has its golds first, then suits in order, flowers and hidden tiles last', () => {
    expect(inHandOrder(['1f', '9s', '?', '1m', '5p', '9s'], '9s')).toEqual(['9s', '9s', '1m', '5p', '1f', '?']);
    expect(inHandOrder(['9s', '1m'], null)).toEqual(['1m', '9s']);
  });
});
