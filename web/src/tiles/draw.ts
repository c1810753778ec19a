/* The few shapes that all tile drawings are made of. A face is 72 wide and 96 high. */
import outlines from 'virtual:outlines';

export const FACE = { width: 72, height: 96 } as const;

export interface Ink {
  dark: string;
  red: string;
  green: string;
  blue: string;
  ochre: string;
  plum: string;
  bark: string;
  pale: string;
  /** High contrast: flat shapes without inner lines. */
  flat: boolean;
}

export const SOFT: Ink = {
  dark: '#19324a', red: '#b3261e', green: '#1c6b45', blue: '#1d4f86', ochre: '#bd7f17',
  plum: '#a8325b', bark: '#5f4030', pale: '#fcf7e8', flat: false,
};

export const HARD: Ink = {
  dark: '#000000', red: '#c2000e', green: '#00601f', blue: '#0030a0', ochre: '#8a4f00',
  plum: '#9b004c', bark: '#3b2417', pale: '#ffffff', flat: true,
};

export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function disc(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"${more}/>`;
}

export function hoop(x: number, y: number, r: number, stroke: string, width: number, more = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="none" stroke="${stroke}" stroke-width="${short(width)}"${more}/>`;
}

export function area(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
}

export function placed(content: string, x: number, y: number, turn = 0, scale = 1): string {
  const parts = [`translate(${short(x)} ${short(y)})`];
  if (turn) parts.push(`rotate(${short(turn)})`);
  if (scale !== 1) parts.push(`scale(${short(scale)})`);
  return `<g transform="${parts.join(' ')}">${content}</g>`;
}

/** Repeats a shape around the origin. */
export function around(count: number, shape: (i: number) => string, from = 0): string {
  return Array.from({ length: count }, (_, i) => placed(shape(i), 0, 0, from + (i * 360) / count)).join('');
}

/** A petal or leaf that starts at the origin and points upward. */
export function petal(length: number, width: number, fill: string, more = ''): string {
  const [l, w] = [length, width / 2];
  return area(
    `M0 0C${short(-w * 1.15)} ${short(-l * 0.28)} ${short(-w)} ${short(-l * 0.8)} 0 ${short(-l)}` +
      `C${short(w)} ${short(-l * 0.8)} ${short(w * 1.15)} ${short(-l * 0.28)} 0 0Z`,
    fill,
    more,
  );
}

/** A character whose em square is centred at x, y. */
export function character(c: string, x: number, y: number, size: number, fill: string): string {
  const scale = size / 1000;
  return `<path transform="translate(${short(x - size / 2)} ${short(y + size * 0.38)}) scale(${scale})" d="${outlines[c]!.path}" fill="${fill}"/>`;
}

/** A digit or letter whose ink is centred at x, y and `height` high. */
export function index(c: string, x: number, y: number, height: number, fill: string): string {
  const { path, box } = outlines[c]!;
  const scale = height / (box[3] - box[1]);
  const [dx, dy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return `<path transform="translate(${short(x - dx * scale)} ${short(y - dy * scale)}) scale(${scale.toFixed(5)})" d="${path}" fill="${fill}"/>`;
}
