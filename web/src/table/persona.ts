/* The little portrait of a player: a character of the name on a colour made from it. */

const COLOURS = ['#2f7d68', '#8a3b2c', '#2d5f8f', '#9a6a1e', '#6a4a8c', '#7b5b2f', '#39707c', '#8c3f63'];

export function faceColour(name: string): string {
  let sum = 0;
  for (const c of name) sum = (sum * 31 + c.codePointAt(0)!) % 9973;
  return COLOURS[sum % COLOURS.length]!;
}

/** The last Chinese character, by which Chinese nicknames are told apart, or else the first letter. */
export function initial(name: string): string {
  const letters = [...name.trim()];
  return [...letters].reverse().find((c) => /\p{Script=Han}/u.test(c)) ?? letters[0]?.toUpperCase() ?? '?';
}
