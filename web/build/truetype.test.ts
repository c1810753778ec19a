import { readFileSync } from 'node:fs';
import { dirname, join as path } from 'node:path';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { beforeAll, describe, expect, it } from 'vitest';
import { join, outline } from './truetype.ts';

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/package.json'));

function piece(cut: string, text: string, weight: number): Promise<Uint8Array> {
  const file = readFileSync(path(folder, 'files', `noto-sans-sc-${cut}-wght-normal.woff2`));
  return subsetFont(file, text, { targetFormat: 'truetype', variationAxes: { wght: weight }, keepFeatures: [], noHinting: true });
}

describe('joined fonts', () => {
  let latin: Uint8Array;
  let joined: Uint8Array;

  beforeAll(async () => {
    latin = await piece('latin', 'AE1', 500);
    joined = join([latin, await piece('118', '金', 500)], 'Test', 'OFL');
  });

  it('hold the characters of all their pieces, each with its own outline', () => {
    expect(outline(joined, 'A')).toEqual(outline(latin, 'A'));
    expect(outline(joined, '金').path).not.toBe(outline(joined, '1').path);
    expect(() => outline(joined, '木')).toThrow('no character 木');
  });

  it('give outlines that stand on the baseline within the em', () => {
    for (const character of 'AE1金') {
      const [left, top, right, bottom] = outline(joined, character).box;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(1000);
      expect(top).toBeGreaterThan(-900);
      expect(bottom).toBeLessThanOrEqual(120);
      expect(bottom - top).toBeGreaterThan(500);
    }
    expect(outline(joined, 'E').path).toMatch(/^M[-\d ]+(L[-\d ]+|Q[-\d ]+)+Z/);
  });

  it('carry a sum that checks, as every font file must', () => {
    const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
    let sum = 0;
    for (let at = 0; at < joined.byteLength; at += 4) sum = (sum + view.getUint32(at)) % 2 ** 32;
    expect(sum).toBe(0xb1b0afba);
  });
});
