/** Finds what the author of a misspelt name probably meant. */

const MAX_CHARACTERS = 40;
const MAX_SHOWN_CHARACTERS = 48;
const MAX_CANDIDATES = 200;

/**
 * Returns the known name that is most similar to `given`, or null. Names are similar when few letters are added,
 * missing, different or swapped: one in short names, at most three in long ones.
 */
export function similarName(given: string, known: readonly unknown[]): string | null {
  if (given === '' || given.length > MAX_CHARACTERS) return null;
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known.slice(0, MAX_CANDIDATES)) {
    if (typeof name !== 'string') continue;
    const limit = changesAllowed(Math.max(given.length, name.length));
    if (name.length > MAX_CHARACTERS || Math.abs(name.length - given.length) > limit) continue;
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** A name as a text shows it: a longer one is cut off, because a name may be as long as a whole document. */
export function shownName(name: string): string {
  return name.length > MAX_SHOWN_CHARACTERS ? `${name.slice(0, MAX_SHOWN_CHARACTERS)}…` : name;
}

function changesAllowed(characters: number): number {
  if (characters <= 4) return 1;
  return characters < 8 ? 2 : 3;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let [beforePrevious, previous]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, index) => index),
  ];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforePrevious[column - 2]! + 1 : Infinity,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length]!;
}
