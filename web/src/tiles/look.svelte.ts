/* How the player wants tiles drawn; every tile on every page follows at once. */

const KEPT_AS = 'goldsparrow.tiles';

/** The face that white dragons stand in for at the table that is shown; null where they stand for themselves. */
export const standIn = $state<{ face: string | null }>({ face: null });

export const tileLook = $state({ corner: false, contrast: false });

if (typeof localStorage !== 'undefined') {
  const kept = localStorage.getItem(KEPT_AS)?.split(' ') ?? [];
  tileLook.corner = kept.includes('corner');
  tileLook.contrast = kept.includes('contrast');
}

export function setTileLook(look: Partial<typeof tileLook>): void {
  Object.assign(tileLook, look);
  const kept = (['corner', 'contrast'] as const).filter((name) => tileLook[name]);
  if (typeof localStorage !== 'undefined') localStorage.setItem(KEPT_AS, kept.join(' '));
}
