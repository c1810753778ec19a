/* Whole tiles as pictures. Each look of a tile is drawn once and shown as an image wherever it lies:
   a hundred and fifty tiles cost a hundred and fifty <img>, however rich the drawing. */
import { area, around, character, disc, FACE, HARD, hoop, index, petal, placed, SOFT } from './draw';
import { cornerIndex, face } from './faces';
import { isHidden, type Tile } from './notation';

/** Flat on the felt, standing in the hand, or standing and seen from its narrow end. */
export type Pose = 'lie' | 'stand' | 'side';

export interface Look {
  pose: Pose;
  gold: boolean;
  corner: boolean;
  contrast: boolean;
  /** The face that the tile stands in for: it is shown small within the tile's own. */
  stands?: Tile | null;
}

const THICK = 13;
const EDGE = 1.5;
const BOX = { width: FACE.width + 2 * EDGE, height: FACE.height + THICK + 2 * EDGE };

/** Height of a picture for each unit of its width. */
export const RATIO = BOX.height / BOX.width;
/** Share of the picture's height that is the face itself. */
export const FACE_SHARE = (FACE.height + EDGE) / BOX.height;
/** The same for a tile seen from its narrow end, and how much of it is its top. */
export const SIDE_RATIO = 92 / 40;
export const SIDE_TOP = 34 / 40;

const GRADIENTS =
  linear('ivory', ['0 #fffefa', '.5 #fbf5e4', '1 #eee4c9'], true) +
  linear('goldivory', ['0 #fffbe4', '.5 #fdf0c6', '1 #f3d88c'], true) +
  linear('edge', ['0 #eadfc1', '1 #b5a47a']) +
  linear('goldedge', ['0 #f6dd8e', '1 #ad7c22']) +
  linear('jade', ['0 #35957a', '.45 #217560', '1 #124a3d'], true) +
  linear('deep', ['0 #1d6451', '1 #0b372d']) +
  linear('metal', ['0 #fff3c4', '.24 #e3b548', '.5 #fbe292', '.76 #b47c1a', '1 #efcc70'], true) +
  linear('bevel', ['0 #ffffff', '.45 #ffffff', '1 #c9b98f']) +
  linear('sheen', ['0 #ffffff .5', '.3 #ffffff 0', '1 #8a7440 .1'], true);

function linear(id: string, stops: string[], slanted = false): string {
  const inner = stops.map((stop) => {
    const [offset, colour, opacity] = stop.split(' ');
    return `<stop offset="${offset}" stop-color="${colour}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`;
  });
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${slanted ? 1 : 0}" y2="1">${inner.join('')}</linearGradient>`;
}

function slab(y: number, height: number, fill: string, more = ''): string {
  return `<rect y="${y}" width="${FACE.width}" height="${height}" rx="9" fill="${fill}"${more}/>`;
}

/** The block of a tile without its face: back, core and front plate, one behind the other. */
function block(pose: Pose, back: string, core: string, front: string): string {
  return pose === 'lie'
    ? slab(THICK, FACE.height, back) + slab(THICK * 0.56, FACE.height, core) + slab(0, FACE.height, front)
    : slab(0, FACE.height, back) + slab(THICK * 0.44, FACE.height, core) + slab(THICK, FACE.height, front);
}

function inset(fill: string, width: number, top: number, opacity = 1): string {
  const w = width / 2;
  return `<rect x="${w}" y="${top + w}" width="${FACE.width - width}" height="${FACE.height - width}" rx="${9 - w}" fill="none" stroke="${fill}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
}

function goldMark(contrast: boolean): string {
  const fill = contrast ? '#c98200' : 'url(#metal)';
  return inset(fill, contrast ? 6 : 4.6, 0) + area('M41 0H63Q72 0 72 9V31Z', fill) + character('金', 60.8, 11.6, 17, contrast ? '#000' : '#4a2c02');
}

function front(tile: Tile, look: Look): string {
  const { pose, gold, corner, contrast } = look;
  const ink = contrast ? HARD : SOFT;
  const top = pose === 'lie' ? 0 : THICK;
  const sign = corner || contrast ? cornerIndex(tile, ink) : null;
  const inner = look.stands ? `<g transform="translate(17 22.7) scale(.527)">${face(look.stands, ink)}</g>` : '';
  const body = contrast
    ? block(pose, gold ? '#b57500' : '#0d5b49', '#d5d5d5', '#ffffff') + inset('#000', 2, top)
    : block(pose, gold ? 'url(#metal)' : 'url(#jade)', gold ? 'url(#goldedge)' : 'url(#edge)', gold ? 'url(#goldivory)' : 'url(#ivory)') +
      inset('url(#bevel)', 1.8, top) + slab(top, FACE.height, 'url(#sheen)');
  /* The face makes room for the index on the left and for the gold's own corner on the right. */
  const fit = sign ? (gold ? 'translate(12 17) scale(.72 .75)' : 'translate(13.5 13.5) scale(.74 .8)') : gold ? 'translate(5.8 11.5) scale(.82)' : 'translate(3.4 4.6) scale(.906)';
  const art = `<g transform="${fit}">${face(tile, ink)}${inner}</g>` + (sign ? index(sign[0], gold ? 13 : 10.8, gold ? 16.5 : 14.2, 15, sign[1]) : '');
  return body + placed(art + (gold ? goldMark(contrast) : ''), 0, top);
}

/** Jasmine, the flower of Fuzhou, on lacquered jade. */
function reverse(pose: Pose): string {
  const top = pose === 'lie' ? 0 : THICK;
  const body = pose === 'lie' ? block(pose, 'url(#edge)', 'url(#deep)', 'url(#jade)') : block(pose, 'url(#ivory)', 'url(#deep)', 'url(#jade)');
  const gilt = '#d9b45f';
  const jasmine =
    around(5, () => placed(petal(19, 13, 'none', ` stroke="${gilt}" stroke-width="1.7" stroke-opacity=".8"`), 0, -4)) +
    around(5, () => placed(petal(9, 3.4, gilt, ' fill-opacity=".35"'), 0, -6), 0) +
    disc(0, 0, 2.6, gilt) + hoop(0, 0, 27, gilt, 1, ' stroke-opacity=".3"');
  return body + inset('#a5dcc8', 1.6, top, 0.35) +
    `<rect x="8" y="${top + 8}" width="56" height="80" rx="5" fill="none" stroke="${gilt}" stroke-opacity=".6" stroke-width="1.5"/>` + placed(jasmine, 36, top + 48);
}

function endOn(): string {
  return (
    '<rect width="40" height="92" rx="6" fill="url(#deep)"/><path d="M0 6Q0 0 6 0H18V92H6Q0 92 0 86Z" fill="url(#edge)"/>' +
    '<rect width="40" height="34" rx="6" fill="url(#jade)"/><path d="M0 6Q0 0 6 0H18V34H6Q0 34 0 28Z" fill="#fbf5e4"/>' +
    '<path d="M1 33.4H39" stroke="#06231b" stroke-opacity=".4" stroke-width="1.3"/><path d="M2 1.2H38" stroke="#fff" stroke-opacity=".4" stroke-width="1.2"/>'
  );
}

/** Draws a whole tile as an SVG document. */
export function drawing(tile: Tile, look: Look): string {
  const hidden = isHidden(tile);
  const box = look.pose === 'side' ? '0 0 40 92' : `${-EDGE} ${-EDGE} ${BOX.width} ${BOX.height}`;
  const [, , width, height] = box.split(' ');
  const inner = look.pose === 'side' ? endOn() : hidden ? reverse(look.pose) : front(tile, look);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"><defs>${GRADIENTS}</defs>${inner}</svg>`;
}

const pictures = new Map<string, string>();

/** Gives the address of a tile's picture, drawn at its first use. */
export function picture(tile: Tile, look: Look): string {
  const key = `${isHidden(tile) ? '?' : tile}${look.pose}${look.gold}${look.corner}${look.contrast}${look.stands ?? ''}`;
  let address = pictures.get(key);
  if (!address) {
    address = URL.createObjectURL(new Blob([drawing(tile, look)], { type: 'image/svg+xml' }));
    pictures.set(key, address);
  }
  return address;
}
