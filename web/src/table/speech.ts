/* The words for the live region: what just happened, for those who listen instead of looking. */
import { t } from '../text/index.svelte';
import { instantName, signed } from '../pages/words';
import type { Frame } from './motion.svelte';
import { offers } from './offers';
import { mayDiscard, type TableModel } from './model';

export function spoken({ model, cue }: Frame): string {
  const said = event({ model, cue });
  const asked = question(model);
  return [said, asked].filter(Boolean).join(' ');
}

function event({ model, cue }: Frame): string {
  const tile = (code: string | undefined) => (code && code !== '?' ? t(`tile.${code}`) : '');
  switch (cue.kind) {
    case 'draw': {
      const { drawn, name } = model.seats[cue.place];
      return cue.place === 0 && drawn && !model.watching ? t('table.say.draw_own', { tile: tile(drawn) }) : t('table.say.draw', { name });
    }
    case 'discard': {
      const { name, river } = model.seats[cue.place];
      return t('table.say.discard', { name, tile: tile(river.at(-1)?.tile) });
    }
    case 'flower': {
      const { name, flowers } = model.seats[cue.place];
      return t('table.say.flower', { name, tile: tile(flowers.at(-1)) });
    }
    case 'claim': {
      const { name, melds } = model.seats[cue.place];
      if (cue.name.startsWith('table.tour.')) return t('table.say.tour', { name, level: t(cue.name) });
      const key = `table.say.${cue.name.replace('move.', '')}`;
      const meld = melds.at(-1);
      return t(key, { name, tile: tile(meld?.tiles[meld.claimed?.index ?? 1]) });
    }
    case 'payment': {
      const list = cue.points.flatMap((points, place) => (points === 0 ? [] : [t('table.say.payment_one', { name: model.seats[place]!.name, points: signed(points) })]));
      return t('table.say.payment', { reason: instantName(cue.reason), list: list.join(', ') });
    }
    case 'gold': return model.gold ? t('table.say.gold', { tile: tile(model.gold) }) : '';
    case 'dice': return t('table.dice', { a: cue.dice[0], b: cue.dice[1] });
    case 'win': return t('table.say.win', { name: model.seats[cue.place].name });
    case 'drawn_deal': return t('table.say.drawn_deal');
    default: return '';
  }
}

function question(model: TableModel): string {
  const open = offers(model).filter((offer) => !offer.refused && offer.kind !== 'pass');
  if (open.length) return t('table.say.offer', { moves: open.map((offer) => [t(offer.name), ...offer.tiles.slice(0, 3).map((tile) => t(`tile.${tile}`))].join(' ')).join(', ') });
  return mayDiscard(model) ? t('table.say.turn_own') : '';
}
