/* How the player likes to handle the table; kept in the browser. */

export type DiscardBy = 'single' | 'double';

const KEPT_AS = 'goldsparrow.table';
const kept = (typeof localStorage !== 'undefined' && localStorage.getItem(KEPT_AS)) || '';

/** One click discards with a mouse; a finger raises first unless it is set otherwise. */
export const tableSettings = $state<{ discard: DiscardBy; sound: boolean }>({
  discard: kept.includes('double') ? 'double' : 'single',
  sound: !kept.includes('mute'),
});

export function setTableSettings(next: Partial<typeof tableSettings>): void {
  Object.assign(tableSettings, next);
  if (typeof localStorage !== 'undefined') localStorage.setItem(KEPT_AS, `${tableSettings.discard}${tableSettings.sound ? '' : ' mute'}`);
}
