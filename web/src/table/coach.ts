/* What the coach says, as rows to look at and as sentences to listen to. */
import type { Explanation, MoveReason } from '../net/protocol';
import { t } from '../text/index.svelte';
import { rank, suit, type Tile } from '../tiles/notation';
import { heldHand } from './offers';
import type { TableModel } from './model';

/** How many kinds a sentence lists before it only counts them. */
const LISTED = 12;
/** A difference in points that is worth telling. */
const TOLD = 0.05;

/** The tile that a move throws without declaring anything; null for every other move. */
export function thrown(move: string): Tile | null {
  return move.startsWith('discard:') ? move.slice(8) : null;
}

/** The place in the shown hand, the drawn tile last, of the tile that the coach would throw; null where it would not. */
export function advisedPlace(model: TableModel): number | null {
  const tile = thrown(model.coach?.advice?.move ?? '');
  if (tile === null) return null;
  const { drawn } = model.seats[0];
  const held = [...heldHand(model), ...(drawn === null ? [] : [drawn])];
  const at = held.lastIndexOf(tile);
  return at < 0 ? null : at;
}

/** The moves worth showing, the coach's own first. */
export function worthShowing({ options }: Explanation, most: number): MoveReason[] {
  return options.slice(0, most);
}

/** How many copies of useful tiles were not seen yet. */
export function usefulLeft(option: MoveReason): number {
  return (option.useful ?? []).reduce((sum, { left }) => sum + left, 0);
}

/** A move in words. */
export function moveWords(move: string): string {
  const [family, tile] = move.split(':') as [string, string?];
  if (tile === undefined) return t(`explain.move.${family}`);
  const tiles = family === 'chow' ? [0, 1, 2].map((step) => `${rank(tile) + step}${suit(tile)}`) : [tile];
  return t(`explain.move.${family}`, { tile: tiles.map((one) => t(`tile.${one}`)).join(' ') });
}

export function expected(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

export function share(danger: number): string {
  const percent = danger * 100;
  return `${percent > 0 && percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0)}%`;
}

function distanceWords(distance: number): string {
  if (distance === 0) return t('explain.complete');
  return distance === 1 ? t('explain.waiting') : t('explain.distance', { n: distance });
}

function reasons(option: MoveReason): string[] {
  const useful = option.useful ?? [];
  const names = useful.slice(0, LISTED).map(({ tile }) => t(`tile.${tile}`)).join(' ');
  return [
    ...(option.distance == null ? [] : [distanceWords(option.distance)]),
    ...(useful.length ? [t('explain.useful', { n: usefulLeft(option), tiles: useful.length > LISTED ? `${names} …` : names })] : []),
    ...(option.points == null ? [] : [t('explain.points', { points: expected(option.points) })]),
    ...(option.danger == null ? [] : [t('explain.danger', { share: share(option.danger), points: (option.cost ?? 0).toFixed(1) })]),
  ];
}

/** The advice in words: what the coach would do, why, and by how much that is better than the next move. */
export function sentences({ bot, move, options, ranked = true }: Explanation): string[] {
  const [first, second] = options;
  const said = [t('explain.choice', { bot: t('coach.name'), move: moveWords(move), n: options.length })];
  if (!ranked || first === undefined || second === undefined) return said;
  said.push(...reasons(first));
  const better = betterBy({ bot, move, options, ranked });
  return better === null ? said : [...said, better];
}

/** By how much the coach's choice is better than the next move; null where that is not worth telling. */
export function betterBy({ options: [first, second] }: Explanation): string | null {
  if (first?.points == null || second?.points == null || first.points - second.points < TOLD) return null;
  return t('explain.better_by', { move: moveWords(second.move), points: (first.points - second.points).toFixed(1) });
}
