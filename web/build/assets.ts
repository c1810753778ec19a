/* Makes what is drawn from the fonts: two small web fonts and the outlines on the tile faces. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join as path } from 'node:path';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { join, outline, type Outline } from './truetype.ts';

const MOST_BYTES = 300_000;
const LICENCE = 'SIL Open Font License 1.1, https://openfontlicense.org';
const VIRTUAL = 'virtual:outlines';
/** What a tile face shows as a character: numerals, winds, dragons, flowers, and the mark of the gold. */
const FACE_CHARACTERS = '一二三四五六七八九萬東南西北中發春夏秋冬梅蘭竹菊金';
const INDEX_CHARACTERS = '123456789ESWNCFP';
const ALWAYS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('') + '·×−→←↑↓…—–“”‘’￥';

const require = createRequire(import.meta.url);

interface Family {
  name: string;
  folder: string;
  /** Unicode ranges by the name of the file's cut, as the package lists them. */
  cuts: [string, [number, number][]][];
}

function family(name: string): Family {
  const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  const listed = JSON.parse(readFileSync(path(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const cuts = Object.entries(listed).map(([cut, ranges]): [string, [number, number][]] => [
    cut.replace(/[[\]]/g, ''),
    ranges.split(',').map((range) => {
      const [from, to] = range.replace('U+', '').split('-').map((code) => parseInt(code, 16));
      return [from!, to ?? from!];
    }),
  ]);
  /* Latin first: its metrics become those of the whole font. */
  cuts.sort((a, b) => Number(b[0] === 'latin') - Number(a[0] === 'latin'));
  return { name, folder, cuts };
}

/** Cuts one weight of a family down to some characters, as one TrueType font. */
async function cut(from: Family, weight: number, characters: Set<string>): Promise<Uint8Array> {
  const left = new Set(characters);
  const pieces: Uint8Array[] = [];
  for (const [name, ranges] of from.cuts) {
    const here = [...left].filter((c) => ranges.some(([a, b]) => c.codePointAt(0)! >= a && c.codePointAt(0)! <= b));
    if (!here.length) continue;
    here.forEach((c) => left.delete(c));
    const file = readFileSync(path(from.folder, 'files', `${from.name}-${name}-wght-normal.woff2`));
    pieces.push(
      await subsetFont(file, here.join(''), {
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
        keepFeatures: [],
        noHinting: true,
      }),
    );
  }
  if (left.size) console.warn(`${from.name} has no ${[...left].join(' ')}`);
  return join(pieces, from.name, LICENCE);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path(folder, entry.name);
    if (entry.isDirectory()) return sources(name);
    return ['.ts', '.svelte', '.html'].includes(extname(name)) && !name.endsWith('.test.ts') ? [name] : [];
  });
}

/** Collects the characters that the client can show: those of its sources and of the text catalogue. */
function charactersUsed(root: string, catalogue: string): Set<string> {
  const texts = [...sources(path(root, 'src')), path(root, 'index.html'), catalogue].map((file) => readFileSync(file, 'utf8'));
  const written = [...texts.join('')].filter((c) => c.codePointAt(0)! > 0x2000 && c.codePointAt(0)! < 0xffff);
  return new Set([...ALWAYS, ...written.filter((c) => !/[\ue000-\uf8ff\ufe0f]/u.test(c))]);
}

async function outlines(serif: Family, sans: Family): Promise<Record<string, Outline>> {
  const faces = await cut(serif, 900, new Set(FACE_CHARACTERS));
  const indices = await cut(sans, 800, new Set(INDEX_CHARACTERS));
  return Object.fromEntries([
    ...[...FACE_CHARACTERS].map((c) => [c, outline(faces, c)] as const),
    ...[...INDEX_CHARACTERS].map((c) => [c, outline(indices, c)] as const),
  ]);
}

export function fontAssets(options: { root: string; catalogue: string }): Plugin {
  const folder = path(options.root, '.generated');
  const file = (name: string) => path(folder, name);
  let drawn = '';

  async function make(): Promise<void> {
    const characters = charactersUsed(options.root, options.catalogue);
    const digest = createHash('sha256')
      .update([...characters].sort().join(''))
      .update(['assets.ts', 'truetype.ts'].map((name) => readFileSync(path(options.root, 'build', name), 'utf8')).join(''))
      .digest('hex');
    const known = existsSync(file('digest')) && readFileSync(file('digest'), 'utf8') === digest;
    if (!known) {
      mkdirSync(folder, { recursive: true });
      const serif = family('noto-serif-sc');
      const sans = family('noto-sans-sc');
      let size = 0;
      for (const [name, from, weight] of [['serif', serif, 700], ['sans', sans, 500]] as const) {
        const woff = await fontverter.convert(Buffer.from(await cut(from, weight, characters)), 'woff2');
        writeFileSync(file(`${name}.woff2`), woff);
        size += woff.length;
      }
      if (size > MOST_BYTES) throw new Error(`the fonts take ${size} bytes for ${characters.size} characters; at most ${MOST_BYTES} are allowed`);
      writeFileSync(file('outlines.json'), JSON.stringify(await outlines(serif, sans)));
      writeFileSync(file('OFL.txt'), readFileSync(path(serif.folder, 'LICENSE')));
      writeFileSync(file('digest'), digest);
      console.info(`fonts: ${characters.size} characters, ${size} bytes`);
    }
    drawn = readFileSync(file('outlines.json'), 'utf8');
  }

  return {
    name: 'gold-sparrow-font-assets',
    buildStart: make,
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export default ${drawn};` : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'OFL.txt', source: readFileSync(file('OFL.txt')) });
    },
  };
}
