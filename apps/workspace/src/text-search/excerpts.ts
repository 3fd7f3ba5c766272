import { excerptOf } from './excerpt.js';

/** Returns the excerpts of several texts, each in a turn of the event loop: a long text takes milliseconds. */
export async function excerptsOf(
  texts: readonly (string | null)[],
  query: string,
  nextTurn: () => Promise<unknown>,
): Promise<(string | null)[]> {
  const excerpts: (string | null)[] = [];
  for (const text of texts) {
    if (excerpts.length > 0) await nextTurn();
    excerpts.push(text === null ? null : excerptOf(text, query));
  }
  return excerpts;
}
