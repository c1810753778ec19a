import { describe, expect, it } from 'vitest';
import { DEFAULTS, read } from './preferences.svelte';
import { parseRoute, tableIn } from './route.svelte';

describe('read', () => {
  it('falls back to the defaults where nothing usable was kept', () => {
    expect(read(null)).toEqual(DEFAULTS);
    expect(read('{broken')).toEqual(DEFAULTS);
    expect(read('[1]')).toEqual(DEFAULTS);
  });

  it('takes what has the right type and leaves the rest', () => {
    expect(read('{"name":"茉莉","motion":7,"unknown":1}')).toEqual({ ...DEFAULTS, name: '茉莉' });
  });
});

describe('parseRoute', () => {
  it.each([['', 'home'], ['#/', 'home'], ['#/table/', 'home'], ['#/table/7kq2', 'table'], ['#/elsewhere/x', 'home']])('reads %j', (hash, page) => {
    expect(parseRoute(hash).page).toBe(page);
  });
});

describe('tableIn', () => {
  it('finds the table in a code and in a link', () => {
    expect(tableIn(' 7kq2 ')).toBe('7kq2');
    expect(tableIn('http://127.0.0.1:8080/#/table/7kq2')).toBe('7kq2');
    expect(tableIn('not a code!')).toBeNull();
  });
});
