import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute, type Route } from './route.svelte';

const ROUTES: Route[] = [
  { page: 'home' },
  { page: 'home', wish: 'rules=longyan&tour_points=5' },
  { page: 'table', table: '7kq2' },
  { page: 'rules', rules: 'sanming', options: {} },
  { page: 'rules', rules: 'fuzhou-ourgame', options: { flush: '240/120', specials: 'plain:1,one_flower:2' } },
  { page: 'score', hand: '' },
  { page: 'score', hand: 'gold=9p&hand=123m' },
];

describe('addresses', () => {
  for (const route of ROUTES) it(`${hrefOf(route)} leads back`, () => expect(parseRoute(hrefOf(route))).toEqual(route));
  it('unknown ones lead home', () => {
    expect(parseRoute('#/elsewhere/1?x=2')).toEqual({ page: 'home' });
    expect(parseRoute('')).toEqual({ page: 'home' });
  });
});
