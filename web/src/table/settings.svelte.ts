/* How the player likes to handle the table; kept in the browser. */

/** `auto`: one press by mouse, two by finger, which covers what it points at. */
export type DiscardBy = 'auto' | 'single' | 'double';

const KEPT_AS = 'goldsparrow.table';
const kept = (typeof localStorage !== 'undefined' && localStorage.getItem(KEPT_AS)) || '';

export const tableSettings = $state<{ discard: DiscardBy; sound: boolean }>({
  discard: (['single', 'double'] as const).find((by) => kept.startsWith(by)) ?? 'auto',
  sound: !kept.includes('mute'),
});

export function setTableSettings(next: Partial<typeof tableSettings>): void {
  Object.assign(tableSettings, next);
  if (typeof localStorage !== 'undefined') localStorage.setItem(KEPT_AS, `${tableSettings.discard}${tableSettings.sound ? '' : ' mute'}`);
}
