/* The 42 faces, drawn from a few parameters each. */
import { rank, suit, type Tile } from './notation';
import { area, around, character, disc, hoop, index, line, petal, placed, short, type Ink } from './draw';

const NUMERALS = '一二三四五六七八九';
const WINDS = '東南西北';
const FLOWERS = '春夏秋冬梅蘭竹菊';

type Colour = 'red' | 'green' | 'blue';

/* ---- dots: little coin medallions ---------------------------------------------------------------- */

function medallion(ink: Ink, x: number, y: number, r: number, colour: Colour): string {
  const fill = ink[colour];
  if (ink.flat) return disc(x, y, r, fill) + disc(x, y, r * 0.52, ink.pale) + disc(x, y, r * 0.27, fill);
  return (
    disc(x, y, r, fill) +
    hoop(x, y, r * 0.76, ink.pale, r * 0.12) +
    placed(around(6, () => petal(r * 0.56, r * 0.3, ink.pale)), x, y) +
    disc(x, y, r * 0.15, fill)
  );
}

function wheel(ink: Ink): string {
  if (ink.flat) return disc(36, 48, 29, ink.blue) + disc(36, 48, 19.5, ink.pale) + disc(36, 48, 12, ink.red);
  return placed(
    disc(0, 0, 29.5, ink.blue) +
      around(24, () => disc(0, -27.4, 1.05, ink.pale)) +
      disc(0, 0, 25, ink.pale) +
      around(12, () => placed(petal(11.5, 7.4, ink.green), 0, -12.8)) +
      around(12, () => disc(0, -22.8, 1, ink.red), 15) +
      disc(0, 0, 11.6, ink.red) +
      around(8, () => placed(petal(6.4, 4.2, ink.pale), 0, -3.2)) +
      disc(0, 0, 2.3, ink.pale),
    36,
    48,
  );
}

const DOTS: Record<number, { r: number; at: [number, number, Colour][] }> = {
  2: { r: 16.4, at: [[36, 25.5, 'green'], [36, 70.5, 'blue']] },
  3: { r: 13.6, at: [[17, 19, 'blue'], [36, 48, 'red'], [55, 77, 'green']] },
  4: { r: 13.8, at: [[19.5, 25, 'blue'], [52.5, 25, 'green'], [19.5, 71, 'green'], [52.5, 71, 'blue']] },
  5: { r: 12.2, at: [[17, 20, 'blue'], [55, 20, 'green'], [36, 48, 'red'], [17, 76, 'green'], [55, 76, 'blue']] },
  6: { r: 12.4, at: [[20.5, 17.5, 'green'], [51.5, 17.5, 'green'], [20.5, 49.5, 'red'], [51.5, 49.5, 'red'], [20.5, 78, 'red'], [51.5, 78, 'red']] },
  7: { r: 10, at: [[14, 13.5, 'green'], [36, 23, 'green'], [58, 32.5, 'green'], [22, 58, 'red'], [50, 58, 'red'], [22, 81.5, 'red'], [50, 81.5, 'red']] },
  8: { r: 10.4, at: [14.5, 36.8, 59.2, 81.5].flatMap((y): [number, number, Colour][] => [[21.5, y, 'blue'], [50.5, y, 'blue']]) },
  9: { r: 10.5, at: ([[17.5, 'green'], [48, 'red'], [78.5, 'blue']] as const).flatMap(([y, colour]): [number, number, Colour][] => [12.8, 36, 59.2].map((x) => [x, y, colour])) },
};

function dots(ink: Ink, n: number): string {
  const plan = DOTS[n];
  return plan ? plan.at.map(([x, y, colour]) => medallion(ink, x, y, plan.r, colour)).join('') : wheel(ink);
}

/* ---- bamboo -------------------------------------------------------------------------------------- */

/** One stalk, `high` tall: two joints, flared at its ends and its middle. */
function stalk(ink: Ink, x: number, y: number, high: number, wide: number, colour: Colour, turn = 0): string {
  const fill = ink[colour];
  const [h, w] = [high / 2, wide / 2];
  const waist = w * 0.68;
  const joint = (from: number, to: number) =>
    `M${short(-w)} ${short(from)}Q0 ${short(from - 2.2)} ${short(w)} ${short(from)}C${short(waist)} ${short(from + 3)} ${short(waist)} ${short(to - 3)} ${short(w)} ${short(to)}` +
    `Q0 ${short(to + 2.2)} ${short(-w)} ${short(to)}C${short(-waist)} ${short(to - 3)} ${short(-waist)} ${short(from + 3)} ${short(-w)} ${short(from)}Z`;
  const shape = area(joint(-h + 1.1, -0.4) + joint(0.4, h - 1.1), fill);
  const shine = ink.flat ? '' : line(`M${short(-w * 0.22)} ${short(-h + 4.5)}V-4.6M${short(-w * 0.22)} 4.6V${short(h - 4.5)}`, ink.pale, w * 0.34, ' opacity=".85"');
  return placed(shape + shine, x, y, turn);
}

function bamboo(ink: Ink, n: number): string {
  const one = (x: number, y: number, high: number, colour: Colour = 'green', turn = 0, wide = 12.5) => stalk(ink, x, y, high, wide, colour, turn);
  const columns = [15, 36, 57];
  switch (n) {
    case 2: return one(36, 26, 36, 'green', 0, 14) + one(36, 70, 36, 'blue', 0, 14);
    case 3: return one(36, 26, 36, 'blue', 0, 14) + one(20, 70, 36, 'green', 0, 14) + one(52, 70, 36, 'green', 0, 14);
    case 4: return one(20, 26, 36, 'blue', 0, 14) + one(52, 26, 36, 'green', 0, 14) + one(20, 70, 36, 'green', 0, 14) + one(52, 70, 36, 'blue', 0, 14);
    case 5: return one(15, 26, 35) + one(57, 26, 35, 'blue') + one(36, 48, 36, 'red') + one(15, 70, 35, 'blue') + one(57, 70, 35);
    case 6: return columns.map((x) => one(x, 26, 36) + one(x, 70, 36, 'blue')).join('');
    case 7: return one(36, 16.5, 25, 'red', 0, 11.5) + columns.map((x, i) => [48, 79].map((y) => one(x, y, 27, i === 1 ? 'blue' : 'green', 0, 11.5)).join('')).join('');
    case 8: {
      const half = (colour: Colour) => one(0, 0, 38, colour, 0, 10.5) + one(48, 0, 38, colour, 0, 10.5) + one(15.6, -1.5, 33, colour, 28, 10) + one(32.4, -1.5, 33, colour, -28, 10);
      return placed(half('green'), 12, 26) + `<g transform="translate(12 70) scale(1 -1)">${half('blue')}</g>`;
    }
    case 9: return columns.map((x, i) => [17, 48, 79].map((y) => one(x, y, 27, i === 1 ? 'red' : i ? 'blue' : 'green', 0, 11.5)).join('')).join('');
    default: return sparrow(ink);
  }
}

/** The mark of the game: a sparrow on a bamboo twig. */
function sparrow(ink: Ink): string {
  const { green, red, blue, ochre, pale, dark, flat } = ink;
  const twig = line('M6 84C20 80.5 44 82.5 66 76.5', green, 3.6);
  const leaves = flat ? '' : placed(petal(15, 6.5, green), 14, 83, 128) + placed(petal(13, 6, green), 18, 82, 160) + line('M38 78.700L38.8 83.400M52 77.500L53 82', pale, 1.1);
  const tail = area('M45 59L68.5 79L65.5 84L59.8 81.300L58.5 86.800L52.5 83.300L37 68.500Z', blue) +
    (flat ? '' : line('M47.5 66L62.5 80.500M44.5 69.500L55.5 82', pale, 1.2));
  const legs = line('M32 74.500V80.800M39.5 74.500V80.3', ochre, 2.1);
  const body = area('M32 11.500C41.5 11.5 48 18.5 49 27.500C49.8 35 58.8 42.5 58.8 55.500C58.8 68.5 49 76.5 36.5 76.500C23 76.5 13.5 67 13.5 54C13.5 44.5 15.8 38.5 15.3 30.500C14.7 19.5 22 11.5 32 11.500Z', green);
  const breast = area('M16 39.500C21.5 44.5 24.5 51.5 26.5 58.500C28.8 66.5 34.5 72 42.5 75.600C27.5 79.5 14.7 69 14.7 54C14.7 48 15.6 44 16 39.500Z', pale);
  const down = flat ? '' : line('M18.5 50.500C20.2 51.7 22 51.7 23.7 51M18.7 57.500C20.7 58.8 22.8 58.8 24.9 57.900M21.3 64.500C23.3 65.8 25.6 65.7 27.6 64.8', green, 1.3);
  const cap = area('M15.4 27.500C16 17.5 23 11.5 32 11.500C41.5 11.5 48.3 18.5 49 27.500C43 22 37 20.3 30.5 21.500C24.5 22.6 20.5 26.3 15.4 27.500Z', red);
  const cheek = area('M17 31C21.5 26.5 29.5 24.3 36.5 28C40 29.9 41.3 33.5 39.5 37C36.8 41.8 27.2 42.5 21.3 38.300C18.6 36.3 17.2 33.8 17 31Z', pale);
  const eye = disc(26.3, 31.3, 3.5, dark) + disc(25.2, 30.2, 1.1, pale) + (flat ? '' : disc(34.3, 35.2, 2.4, red, ' opacity=".85"'));
  const beak = area('M16.3 28.600L4.5 33.700L16.7 37C17.6 34.2 17.3 31.2 16.3 28.600Z', ochre);
  const wing = area('M30.5 46.500C39 40.5 51.5 45.5 56 56C59 63 58.9 69 57.3 73C47.8 74 36 69.7 31.5 60.800C29 55.9 28.3 50.7 30.5 46.500Z', red, ` stroke="${pale}" stroke-width="1.7"`);
  const quills = flat ? '' : line('M36.5 51.200C43 50.7 49.2 56 52.8 67M35 56C40.2 56.4 45.4 61 48 69M35.5 61.300C38.7 62.3 41.8 64.8 43.4 68', pale, 1.5);
  return twig + leaves + tail + legs + body + breast + down + cap + cheek + eye + beak + wing + quills;
}

/* ---- honours ------------------------------------------------------------------------------------- */

function frame(ink: Ink): string {
  const outer = `<rect x="11" y="13" width="50" height="70" rx="4" fill="none" stroke="${ink.blue}" stroke-width="${ink.flat ? 6.5 : 4}"/>`;
  if (ink.flat) return outer;
  const key = 'M0 10H10V0M4 15H15V4';
  const corners = [[18, 20, 1, 1], [54, 20, -1, 1], [18, 76, 1, -1], [54, 76, -1, -1]]
    .map(([x, y, sx, sy]) => `<path transform="translate(${x} ${y}) scale(${sx} ${sy})" d="${key}" fill="none" stroke="${ink.blue}" stroke-width="1.6"/>`)
    .join('');
  return outer + `<rect x="18" y="20" width="36" height="56" rx="1.5" fill="none" stroke="${ink.blue}" stroke-width="1.6"/>` + corners;
}

function honour(ink: Ink, n: number): string {
  if (n <= 4) return character(WINDS[n - 1]!, 36, 48, 62, ink.dark);
  if (n === 5) return character('中', 36, 48, 64, ink.red);
  return n === 6 ? character('發', 36, 48, 61, ink.green) : frame(ink);
}

/* ---- flowers ------------------------------------------------------------------------------------- */

function blossom(ink: Ink, x: number, y: number, r: number, turn = 0): string {
  const petals = around(5, () => disc(0, -r * 0.6, r * 0.47, ink.plum));
  const heart = ink.flat ? disc(0, 0, r * 0.36, ink.pale) : disc(0, 0, r * 0.34, ink.pale) + around(5, () => line(`M0 ${short(-r * 0.3)}V${short(-r * 0.62)}`, ink.pale, r * 0.08), 36);
  return placed(petals + disc(0, 0, r * 0.4, ink.plum) + heart, x, y, turn);
}

function spray(leaves: [x: number, y: number, turn: number, length: number, width: number][], fill: string): string {
  return leaves.map(([x, y, turn, length, width]) => placed(petal(length, width, fill), x, y, turn)).join('');
}

const MOTIFS: ((ink: Ink) => string)[] = [
  /* spring: a willow twig in bud */
  (ink) => line('M61 47C54 60 46 72 25 89', ink.green, 2.1) +
    spray([[56, 56, -70, 18, 7], [51, 64, 118, 18, 7], [45, 71.5, -78, 18, 7], [39, 78, 112, 18, 7], [33, 83, -84, 17, 7]], ink.green) + blossom(ink, 57.5, 50, 8),
  /* summer: a lotus */
  (ink) => line('M36 80V92', ink.green, 2.4) + placed(petal(54, 10, ink.green), 9, 87.5, 90) +
    [[-60, 25], [60, 25], [-31, 29], [31, 29], [0, 31]].map(([turn, long]) => placed(petal(long!, 14, ink.plum, ` stroke="${ink.pale}" stroke-width="1.5"`), 36, 84, turn!)).join(''),
  /* autumn: a maple leaf */
  (ink) => line('M36 72L31.5 91', ink.ochre, 2.6) +
    [[-80, 21], [80, 21], [-40, 26], [40, 26], [0, 28]].map(([turn, long]) => placed(area(`M0 3L-6.5 -8.500L-3.8 -9.500L-5.5 -15.500L0 -${long}L5.5 -15.500L3.8 -9.500L6.5 -8.500Z`, ink.red), 36, 77, turn!)).join('') +
    (ink.flat ? '' : line('M36 75V57M36 75L24.5 64.500M36 75L47.5 64.5', ink.pale, 1.2)),
  /* winter: a snow crystal */
  (ink) => placed(around(6, () => line('M0 0V-20.500M0 -8.500L-5.8 -13.500M0 -8.500L5.8 -13.500M0 -14.500L-4.2 -18.500M0 -14.500L4.2 -18.5', ink.blue, 2.5)) + disc(0, 0, 3.8, ink.blue), 36, 70),
  /* plum */
  (ink) => line('M11 90C24 82 30 76 41 66C47 60 53 56 59 47.5', ink.bark, 3.1) + line('M32 76C38 78.5 45 78.5 53 75.5', ink.bark, 2.2) +
    blossom(ink, 24, 72, 11.5, 10) + blossom(ink, 49.5, 64, 9.6, 30) + blossom(ink, 51.5, 82, 8.6) + disc(60, 48, 3.2, ink.plum) + disc(39, 86, 2.6, ink.plum),
  /* orchid */
  (ink) => line('M34 92C30 74 21 62 8.5 58M35 92C34 72 40 58 58.5 49.500M36 92C40 78 51 71.5 65 76', ink.green, 3) + line('M33 92C27 82 19 78 9.5 82', ink.green, 2.6) +
    line('M35 90C36 78 33 66 28 58', ink.plum, 1.9) + placed(spray([[0, 0, -100, 12, 5.6], [0, 0, -46, 12, 5.6], [0, 0, 4, 12, 5.6], [0, 0, 58, 12, 5.6], [0, 0, 150, 10, 5]], ink.plum) + disc(0, 0, 2.3, ink.ochre), 28, 56),
  /* bamboo */
  (ink) => line('M19.5 92L22.5 74L25 58L28 45', ink.green, 4.2) + line('M19.5 74.500H25.800M22.5 59H28.5', ink.pale, 1.6) + line('M24.5 64C33 62 39.5 60 44 55.5', ink.green, 1.7) +
    spray([[44, 56, 76, 21, 8.4], [43, 57, 118, 20, 8], [39, 59.5, 158, 19, 7.6], [23, 76, 108, 20, 7.6], [23, 76, 146, 18, 7.2], [21.5, 71, -70, 15, 6.8]], ink.green),
  /* chrysanthemum */
  (ink) => line('M36 72C36 82 34.5 88 32.5 93', ink.green, 2.4) + spray([[35.5, 86, 78, 18, 8.8], [34.5, 88, -74, 18, 8.8]], ink.green) +
    placed(around(16, () => placed(petal(17, 6.4, ink.ochre), 0, -2.5)) + (ink.flat ? '' : around(10, () => placed(petal(10, 4.4, ink.ochre, ` stroke="${ink.pale}" stroke-width=".9"`), 0, -1.5), 12)) + disc(0, 0, 4.6, ink.red), 36, 65),
];

function flower(ink: Ink, n: number): string {
  const season = n <= 4;
  const name = character(FLOWERS[n - 1]!, 26, 25, 36, season ? ink.red : ink.dark);
  const number = index(String(((n - 1) % 4) + 1), 59, 18.5, 15, season ? ink.dark : ink.red);
  return MOTIFS[n - 1]!(ink) + name + number;
}

/** Draws one face. */
export function face(tile: Tile, ink: Ink): string {
  const n = rank(tile);
  switch (suit(tile)) {
    case 'p': return dots(ink, n);
    case 's': return bamboo(ink, n);
    case 'm': return character(NUMERALS[n - 1]!, 36, 26.5, 40, ink.dark) + character('萬', 36, 70, 43, ink.red);
    case 'z': return honour(ink, n);
    default: return flower(ink, n);
  }
}

/** The small sign for the corner, and its colour; flowers carry their own number. */
export function cornerIndex(tile: Tile, ink: Ink): [sign: string, colour: string] | null {
  const n = rank(tile);
  switch (suit(tile)) {
    case 'p': return [String(n), ink.blue];
    case 's': return [String(n), ink.green];
    case 'm': return [String(n), ink.red];
    case 'z': return ['ESWNCFP'[n - 1]!, [ink.dark, ink.red, ink.green, ink.blue][Math.max(0, n - 4)]!];
    default: return null;
  }
}
