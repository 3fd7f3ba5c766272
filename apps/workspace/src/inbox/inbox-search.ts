/** The search and the filter by time that the lists of the inbox share. */
import type { InboxSearch } from '@kushk/contracts';
import { normalisedSql, normalisedWords } from '@kushk/text-search';
import type { SelectQueryBuilder } from 'typeorm';

/** An SQL condition that a text, given as SQL, has the word. */
type HasWord = (text: string) => string;

/** `conditions` are those of one word: it has to be in one of the texts. */
export function restrictToSearch<Row extends object>(
  query: SelectQueryBuilder<Row>,
  { q = null, until = null }: InboxSearch,
  conditions: (hasWord: HasWord) => readonly string[],
): void {
  if (until !== null) query.andWhere(`${query.alias}.created_at < :until`, { until });
  for (const [at, word] of normalisedWords(q ?? '').entries()) {
    const hasWord: HasWord = (text) => `strpos(${normalisedSql(text)}, :word${at}) > 0`;
    query.andWhere(`(${conditions(hasWord).join(' or ')})`, { [`word${at}`]: word });
  }
}
