/* Runs in the page: lists what is cut, covered or overlapping, and whether anything scrolls. */
() => {
  const faults = [];
  const [vw, vh] = [innerWidth, innerHeight];
  const named = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join('.')} "${(e.ariaLabel || e.textContent || '').trim().slice(0, 30)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > vw || root.scrollHeight > vh) faults.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest('[inert], [aria-hidden="true"], .only-read');
  const buttons = [...document.querySelectorAll('button, a[href], input[type="text"]')].filter(shown);
  for (const e of buttons) {
    const r = e.getBoundingClientRect();
    if (r.left < -1 || r.top < -1 || r.right > vw + 1 || r.bottom > vh + 1) faults.push(`${named(e)} leaves the screen: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    const found = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (found && !e.contains(found) && !found.contains(e)) faults.push(`${named(e)} is covered by ${named(found)}`);
  }
  for (const [i, a] of buttons.entries()) for (const b of buttons.slice(i + 1)) {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 2 && high > 2 && !(a.matches('.hand *') && b.matches('.hand *'))) faults.push(`${named(a)} overlaps ${named(b)}`);
  }
  for (const e of document.querySelectorAll('#app *')) {
    if (!shown(e) || e.children.length || !e.textContent.trim() || e.closest('svg')) continue;
    const r = e.getBoundingClientRect();
    if (!r.width) continue;
    if (r.left < -1 || r.top < -1 || r.right > vw + 1 || r.bottom > vh + 1) faults.push(`text ${named(e)} leaves the screen`);
  }
  return [...new Set(faults)];
}
