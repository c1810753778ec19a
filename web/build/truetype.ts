/* Reads and joins TrueType fonts.

   The font packages cut a Chinese face into about a hundred files. A page that needs six hundred characters
   would load most of them, so the build takes each character out of the file that holds it and joins the
   pieces into one font. Layout tables are left out: none of the texts is set with ligatures or kerning. */

type Tables = Map<string, DataView>;

function read(font: Uint8Array): Tables {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables: Tables = new Map();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    const tag = String.fromCharCode(...font.subarray(at, at + 4));
    const offset = font.byteOffset + view.getUint32(at + 8);
    tables.set(tag, new DataView(font.buffer, offset, view.getUint32(at + 12)));
  }
  return tables;
}

function table(tables: Tables, tag: string): DataView {
  const found = tables.get(tag);
  if (!found) throw new Error(`the font has no ${tag} table`);
  return found;
}

/** Gives the glyph number of every character of a font (cmap formats 4 and 12). */
function characters(tables: Tables): Map<number, number> {
  const cmap = table(tables, 'cmap');
  const map = new Map<number, number>();
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const start = cmap.getUint32(4 + 8 * i + 4);
    const format = cmap.getUint16(start);
    if (format === 12) {
      for (let g = 0; g < cmap.getUint32(start + 12); g++) {
        const at = start + 16 + 12 * g;
        const first = cmap.getUint32(at);
        for (let c = first; c <= cmap.getUint32(at + 4); c++) map.set(c, cmap.getUint32(at + 8) + c - first);
      }
    } else if (format === 4) {
      const twice = cmap.getUint16(start + 6);
      for (let s = 0; s < twice; s += 2) {
        const end = cmap.getUint16(start + 14 + s);
        const first = cmap.getUint16(start + 16 + twice + s);
        const delta = cmap.getUint16(start + 16 + 2 * twice + s);
        const rangeAt = start + 16 + 3 * twice + s;
        const range = cmap.getUint16(rangeAt);
        for (let c = first; c <= end && c !== 0xffff; c++) {
          const glyph = range ? cmap.getUint16(rangeAt + range + 2 * (c - first)) : c;
          if (glyph) map.set(c, (glyph + delta) & 0xffff);
        }
      }
    }
  }
  return map;
}

function glyphs(tables: Tables): Uint8Array[] {
  const loca = table(tables, 'loca');
  const glyf = table(tables, 'glyf');
  const long = table(tables, 'head').getInt16(50) === 1;
  const at = (i: number) => (long ? loca.getUint32(4 * i) : 2 * loca.getUint16(2 * i));
  const count = table(tables, 'maxp').getUint16(4);
  return Array.from({ length: count }, (_, i) => new Uint8Array(glyf.buffer, glyf.byteOffset + at(i), at(i + 1) - at(i)));
}

function widths(tables: Tables, count: number): [number, number][] {
  const hmtx = table(tables, 'hmtx');
  const long = table(tables, 'hhea').getUint16(34);
  return Array.from({ length: count }, (_, i) => [
    hmtx.getUint16(4 * Math.min(i, long - 1)),
    i < long ? hmtx.getInt16(4 * i + 2) : hmtx.getInt16(4 * long + 2 * (i - long)),
  ]);
}

const COMPONENT = { words: 1, scale: 8, more: 32, scaleXY: 64, matrix: 128 };

/** Visits the glyph numbers that a composite glyph refers to. */
function components(glyph: Uint8Array, visit: (view: DataView, at: number) => void): void {
  const view = new DataView(glyph.buffer, glyph.byteOffset, glyph.byteLength);
  if (view.byteLength === 0 || view.getInt16(0) >= 0) return;
  for (let at = 10, flags = COMPONENT.more; flags & COMPONENT.more; ) {
    flags = view.getUint16(at);
    visit(view, at + 2);
    at += 4 + (flags & COMPONENT.words ? 4 : 2);
    at += flags & COMPONENT.matrix ? 8 : flags & COMPONENT.scaleXY ? 4 : flags & COMPONENT.scale ? 2 : 0;
  }
}

function bytes(size: number, fill: (view: DataView) => void): Uint8Array {
  const out = new Uint8Array(size);
  fill(new DataView(out.buffer));
  return out;
}

function copy(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
}

function names(family: string, licence: string): Uint8Array {
  const records: [number, string][] = [[1, family], [2, 'Regular'], [4, family], [6, family.replaceAll(' ', '')], [13, licence]];
  const texts = records.map(([, text]) => Uint8Array.from([...text].flatMap((c) => [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255])));
  const start = 6 + 12 * records.length;
  const size = start + texts.reduce((sum, text) => sum + text.length, 0);
  return bytes(size, (view) => {
    view.setUint16(2, records.length);
    view.setUint16(4, start);
    let offset = 0;
    records.forEach(([id], i) => {
      const text = texts[i]!;
      const at = 6 + 12 * i;
      [3, 1, 0x409, id, text.length, offset].forEach((value, k) => view.setUint16(at + 2 * k, value));
      new Uint8Array(view.buffer).set(text, start + offset);
      offset += text.length;
    });
  });
}

function mapping(map: Map<number, number>): Uint8Array {
  const codes = [...map.keys()].sort((a, b) => a - b);
  return bytes(12 + 16 + 12 * codes.length, (view) => {
    view.setUint16(2, 1);
    view.setUint16(4, 3);
    view.setUint16(6, 10);
    view.setUint32(8, 12);
    view.setUint16(12, 12);
    view.setUint32(16, 16 + 12 * codes.length);
    view.setUint32(24, codes.length);
    codes.forEach((code, i) => {
      view.setUint32(28 + 12 * i, code);
      view.setUint32(32 + 12 * i, code);
      view.setUint32(36 + 12 * i, map.get(code)!);
    });
  });
}

function sum(data: Uint8Array): number {
  let total = 0;
  for (let i = 0; i < data.length; i++) total = (total + data[i]! * 2 ** (24 - 8 * (i % 4))) % 2 ** 32;
  return total;
}

function write(tables: Map<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(tags.length));
  let offset = 12 + 16 * tags.length;
  const placed = tags.map((tag) => {
    const at = offset;
    offset += Math.ceil(tables.get(tag)!.length / 4) * 4;
    return [tag, at] as const;
  });
  const font = bytes(offset, (view) => {
    view.setUint32(0, 0x10000);
    [tags.length, 16 * power, Math.log2(power), 16 * (tags.length - power)].forEach((v, i) => view.setUint16(4 + 2 * i, v));
    placed.forEach(([tag, at], i) => {
      const data = tables.get(tag)!;
      [...tag].forEach((c, k) => view.setUint8(12 + 16 * i + k, c.charCodeAt(0)));
      view.setUint32(16 + 16 * i, sum(data));
      view.setUint32(20 + 16 * i, at);
      view.setUint32(24 + 16 * i, data.length);
      new Uint8Array(view.buffer).set(data, at);
    });
  });
  const head = placed.find(([tag]) => tag === 'head')![1];
  new DataView(font.buffer).setUint32(head + 8, (2 ** 32 + 0xb1b0afba - sum(font)) % 2 ** 32);
  return font;
}

/** Joins fonts of one family and size of em into one; where a character is in several, the first has it. */
export function join(fonts: Uint8Array[], family: string, licence: string): Uint8Array {
  const pieces = fonts.map(read);
  const first = pieces[0]!;
  const outlines: Uint8Array[] = [];
  const metrics: [number, number][] = [];
  const map = new Map<number, number>();
  for (const piece of pieces) {
    const own = glyphs(piece);
    const skip = outlines.length ? 1 : 0; /* every piece has its own .notdef as glyph 0 */
    const base = outlines.length - skip;
    const wide = widths(piece, own.length);
    for (let i = skip; i < own.length; i++) {
      const glyph = own[i]!.slice();
      components(glyph, (view, at) => view.setUint16(at, view.getUint16(at) + base));
      outlines.push(glyph);
      metrics.push(wide[i]!);
    }
    for (const [code, glyph] of characters(piece)) if (glyph && !map.has(code)) map.set(code, glyph + base);
  }
  const ends: number[] = [0];
  for (const glyph of outlines) ends.push(ends.at(-1)! + Math.ceil(glyph.length / 4) * 4);
  const glyf = new Uint8Array(ends.at(-1)!);
  outlines.forEach((glyph, i) => glyf.set(glyph, ends[i]));

  const head = copy(table(first, 'head'));
  new DataView(head.buffer).setUint32(8, 0);
  new DataView(head.buffer).setInt16(50, 1);
  const hhea = copy(table(first, 'hhea'));
  new DataView(hhea.buffer).setUint16(34, outlines.length);
  const maxp = copy(table(first, 'maxp'));
  const most = new DataView(maxp.buffer);
  for (const piece of pieces) {
    const view = table(piece, 'maxp');
    for (let at = 6; at < 32; at += 2) most.setUint16(at, Math.max(most.getUint16(at), view.getUint16(at)));
  }
  most.setUint16(4, outlines.length);
  return write(
    new Map([
      ['OS/2', copy(table(first, 'OS/2'))],
      ['cmap', mapping(map)],
      ['glyf', glyf],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', bytes(4 * metrics.length, (view) => metrics.forEach(([wide, left], i) => {
        view.setUint16(4 * i, wide);
        view.setInt16(4 * i + 2, left);
      }))],
      ['loca', bytes(4 * ends.length, (view) => ends.forEach((end, i) => view.setUint32(4 * i, end)))],
      ['maxp', maxp],
      ['name', names(family, licence)],
      ['post', bytes(32, (view) => view.setUint32(0, 0x30000))],
    ]),
  );
}

export interface Outline {
  /** SVG path data, y down, the baseline at 0, in units of a thousandth of the em. */
  path: string;
  /** Left, top, right and bottom of the ink. */
  box: [number, number, number, number];
}

/** Gives the outline of a character as SVG path data. */
export function outline(font: Uint8Array, character: string): Outline {
  const tables = read(font);
  const glyph = characters(tables).get(character.codePointAt(0)!);
  if (!glyph) throw new Error(`the font has no character ${character}`);
  const data = glyphs(tables)[glyph]!;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const contours = view.getInt16(0);
  if (contours < 0) throw new Error(`the outline of ${character} is a composite, which tile faces do not need`);
  const scale = 1000 / table(tables, 'head').getUint16(18);
  const ends = Array.from({ length: contours }, (_, i) => view.getUint16(10 + 2 * i));
  const count = ends.at(-1)! + 1;
  let at = 10 + 2 * contours;
  at += 2 + view.getUint16(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = view.getUint8(at++);
    flags.push(flag);
    if (flag & 8) for (let n = view.getUint8(at++); n > 0; n--) flags.push(flag);
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++);
      else if (!(flag & same)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  const point = (i: number): [number, number] => [xs[i]! * scale, -ys[i]! * scale];
  const middle = (a: [number, number], b: [number, number]): [number, number] => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const text = (p: [number, number]) => `${Math.round(p[0])} ${Math.round(p[1])}`;
  let path = '';
  let start = 0;
  for (const end of ends) {
    const order = Array.from({ length: end - start + 1 }, (_, i) => start + i);
    const on = order.findIndex((i) => flags[i]! & 1);
    const round = [...order.slice(on), ...order.slice(0, on)];
    const from = point(round[0]!);
    path += `M${text(from)}`;
    for (let k = 1; k <= round.length; k++) {
      const here = point(round[k % round.length]!);
      if (flags[round[k % round.length]!]! & 1) {
        if (k < round.length) path += `L${text(here)}`;
        continue;
      }
      const next = round[(k + 1) % round.length]!;
      const to = flags[next]! & 1 ? point(next) : middle(here, point(next));
      path += `Q${text(here)} ${text(to)}`;
      if (flags[next]! & 1) k++;
    }
    path += 'Z';
    start = end + 1;
  }
  return {
    path,
    box: [view.getInt16(2) * scale, -view.getInt16(8) * scale, view.getInt16(6) * scale, -view.getInt16(4) * scale],
  };
}
