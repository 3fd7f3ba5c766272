/**
 * SQL conditions that find the rows of a table whose text matches a search. The alias of the rows is `r`. Callers try
 * `amongNewest` first, which finds frequent words, and then `fromIndex`.
 */

/** How many of the newest rows a text search reads without the index of terms. */
const NEWEST_ROWS = 1_000;

/** The expressions of the parameters in SQL, for example `:terms` or `$1`. */
export interface MatchParameters {
  readonly organisationId: string;
  /** The id of the last row of the previous page, or null. */
  readonly start: string;
  /** A literal of type `tsquery`. */
  readonly terms: string;
}

/**
 * A condition for the matches among the newest rows of the organisation, after the start of the page. `is true` keeps
 * PostgreSQL from using the index of terms here.
 */
export function amongNewest(table: string, { organisationId, start, terms }: MatchParameters): string {
  return `r.stream_id >= (select min(n.stream_id) from (select w.stream_id from ${table} w
      where w.organisation_id = ${organisationId} and (${start}::text is null or w.stream_id < ${start})
      order by w.stream_id desc limit ${NEWEST_ROWS}) n)
    and (r.terms @@ ${terms}::tsquery) is true`;
}

/** A table with terms, and its column with the id of the row that is found. */
export interface TermsTable {
  readonly table: string;
  readonly key: string;
}

/**
 * A condition for all rows that match in one of the tables. PostgreSQL estimates the matches of a text search badly:
 * for a word of middling frequency it reads the rows in their order, each with its terms, which takes seconds. Inside
 * a subquery it does not know the search when it plans, assumes few matches and uses the index of terms.
 */
export function fromIndex(tables: readonly TermsTable[], { terms }: Pick<MatchParameters, 'terms'>): string {
  const matches = tables.map(
    ({ table, key }) => `select f.${key} from ${table} f where f.terms @@ (select ${terms}::tsquery)`,
  );
  return `r.stream_id = any(array(${matches.join(' union ')}))`;
}
