/** Which page is shown; the address after `#` says it, so that any file server can serve the client. */

export type Route =
  | { page: 'home'; wish?: string }
  | { page: 'table'; table: string }
  | { page: 'rules'; rules: string; options: Record<string, string> }
  | { page: 'score'; hand: string };

/** Reads an address such as `#/table/7kq2`, `#/rules/sanming?base=8`, `#/new?rules=longyan` or `#/score?gold=9p`. */
export function parseRoute(hash: string): Route {
  const [, page, name, query = ''] = /^#?\/?(\w+)?(?:\/([\w-]+))?(?:\?(.*))?/.exec(hash) ?? [];
  if (page === 'table' && name !== undefined) return { page, table: name };
  if (page === 'rules') return { page, rules: name ?? '', options: Object.fromEntries(new URLSearchParams(query)) };
  if (page === 'score') return { page, hand: query };
  if (page === 'new' && query !== '') return { page: 'home', wish: query };
  return { page: 'home' };
}

/** The address of a page of this client. */
export function hrefOf(to: Route): string {
  switch (to.page) {
    case 'home': return to.wish === undefined ? '#/' : `#/new?${to.wish}`;
    case 'table': return `#/table/${to.table}`;
    case 'rules': {
      const query = new URLSearchParams(to.options).toString();
      return `#/rules/${to.rules}${query === '' ? '' : `?${query}`}`;
    }
    case 'score': return to.hand === '' ? '#/score' : `#/score?${to.hand}`;
  }
}

/** The same as a link for others. */
export function linkOf(to: Route): string {
  return `${location.origin}${location.pathname}${hrefOf(to)}`;
}

/** The table's id in what a player typed or pasted: a code, or a whole link. */
export function tableIn(text: string): string | null {
  const linked = /#\/table\/([\w-]+)/.exec(text);
  if (linked !== null) return linked[1] as string;
  const code = text.trim();
  return /^[\w-]{3,40}$/.test(code) ? code : null;
}

let current = $state.raw<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => {
    current = parseRoute(location.hash);
  });
}

/** The page to show; reactive. */
export function route(): Route {
  return current;
}

export function go(to: Route): void {
  location.hash = hrefOf(to);
}

/** The link that brings a friend to a table. */
export function linkTo(table: string): string {
  return `${location.origin}${location.pathname}#/table/${table}`;
}
