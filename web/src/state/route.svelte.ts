/** Which page is shown; the address after `#` says it, so that any file server can serve the client. */

export type Route = { page: 'home' } | { page: 'table'; table: string };

/** Reads an address such as `#/table/7kq2`. */
export function parseRoute(hash: string): Route {
  const [, page, table] = /^#?\/?(\w+)?(?:\/([\w-]+))?/.exec(hash) ?? [];
  if (page === 'table' && table !== undefined) return { page, table };
  return { page: 'home' };
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
  location.hash = to.page === 'home' ? '#/' : `#/${to.page}/${to.table}`;
}

/** The link that brings a friend to a table. */
export function linkTo(table: string): string {
  return `${location.origin}${location.pathname}#/table/${table}`;
}
