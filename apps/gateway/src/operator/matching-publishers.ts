import type { PublisherResource } from '@kushk/contracts';
import { queryTerms, searchTerms } from '@kushk/text-search';

/** Returns the publishers whose name or id has a word that begins with it, for every word of `q`; null: all. */
export function matchingPublishers(
  publishers: readonly PublisherResource[],
  q: string | null,
): readonly PublisherResource[] {
  if (q === null || q.trim() === '') return publishers;
  const wanted = queryTerms(q);
  if (wanted.length === 0) return [];
  return publishers.filter(({ id, name }) => {
    const terms = searchTerms(`${id} ${name}`);
    return wanted.every((word) => terms.some((term) => term.startsWith(word)));
  });
}
