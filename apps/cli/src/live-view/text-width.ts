/** Cuts a line to the width of a terminal, without counting colours. */

const COLOUR = /\u001B\[[0-9;]*m/y;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u;

function widthOf(character: string): number {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The beginning of the line that fits into `columns`, with an ellipsis in place of the rest. */
export function cutToWidth(line: string, columns: number): string {
  let [width, at, end] = [0, 0, 0];
  // Only a cut inside of a colour has to end it.
  let isColoured = false;
  while (at < line.length) {
    COLOUR.lastIndex = at;
    const colour = COLOUR.exec(line)?.[0];
    if (colour !== undefined) {
      at += colour.length;
      isColoured = true;
      continue;
    }
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    width += widthOf(character);
    if (width > columns) return `${line.slice(0, end)}…${isColoured ? '\u001B[0m' : ''}`;
    at += character.length;
    if (width < columns) end = at;
  }
  return line;
}
