/** Reads the rows of records that a person, or a plugin without a person, can see. Every type of record uses it. */
import type { InboxSearch, InboxSort, RowsOfPage } from '@kushk/contracts';
import { readPage, readRowsOfPage, readSizes, type RowSize } from '@kushk/event-store';
import { normalisedSql, normalisedWords } from '@kushk/text-search';
import { Brackets, type Repository, type SelectQueryBuilder } from 'typeorm';
import { amongNewest, fromIndex, type MatchParameters } from '../text-search/match-conditions.js';
import type { Reader } from './reader.js';
import { rowQuery, type RecordRow } from './record-row.js';
import type { Viewer } from './visibility.js';

/** Finds a person of an organisation. */
interface FindViewer {
  find(organisationId: string, personId: string): Promise<Viewer | null>;
}
/** The part of a list that begins after the row with the key `start`. `maxBytes` bounds the fields of its rows. */
export interface Page {
  readonly start: string | null;
  readonly limit: number;
  readonly maxBytes?: number | undefined;
}
/** A text search over the records of an organisation. */
export interface TextSearch {
  readonly organisationId: string;
  readonly text: string;
}
/** An order by a time of the row. Rows of the same time are in the order of their ids. */
interface TimeOrder {
  readonly column: 'starts_at' | 'started_at';
  readonly direction: 'ASC' | 'DESC';
}

export class RecordReader<Row extends RecordRow<object>> {
  private readonly adminsSeeAll: boolean;

  constructor(
    private readonly rows: Repository<Row>,
    private readonly people: FindViewer,
    { admins }: { readonly admins: boolean },
  ) {
    this.adminsSeeAll = admins;
  }

  async find(reader: Reader, recordId: string): Promise<Row | null> {
    const visible = await this.visibleTo(reader);
    return await visible.andWhere('r.stream_id = :recordId', { recordId }).getOne();
  }

  /** Returns a query for the rows (alias `r`) that the reader can see. The caller adds filters and an order. */
  async visibleTo({ organisationId, personId }: Reader): Promise<SelectQueryBuilder<Row>> {
    const query = this.rows.createQueryBuilder('r').where('r.organisation_id = :organisationId', { organisationId });
    const viewer = personId === null ? null : await this.people.find(organisationId, personId);
    if (this.adminsSeeAll && viewer?.role === 'admin') return query;
    return query.andWhere(
      new Brackets((where) => {
        where.where('r.visible_to is null');
        if (viewer !== null) where.orWhere(':viewerId = any(r.visible_to)', { viewerId: viewer.id });
      }),
    );
  }

  /** Reads a page of the newest rows. The key of a row is its id. */
  async newest(query: SelectQueryBuilder<Row>, { start, ...page }: Page): Promise<RowsOfPage<Row>> {
    if (start !== null) query.andWhere('r.stream_id < :start', { start });
    return await readPage(query.orderBy('r.stream_id', 'DESC'), { ...page, bytes: FIELDS_BYTES });
  }

  /** Reads a page of the newest rows of one status. */
  async newestOf(status: string, query: SelectQueryBuilder<Row>, { start, ...page }: Page): Promise<RowsOfPage<Row>> {
    return await readPage(ofStatus(query, { status, start, sort: 'newest' }), { ...page, bytes: FIELDS_BYTES });
  }

  /** Reads a page of the newest rows whose text matches. */
  async newestMatches(query: SelectQueryBuilder<Row>, search: TextSearch, page: Page): Promise<RowsOfPage<Row>> {
    return await readRowsOfPage(query, await this.matchSizes(query, search, { ...page, bytes: FIELDS_BYTES }), page);
  }

  /**
   * Reads the ids and sizes of the newest rows whose text matches, or of all rows when `text` is null, and restricts
   * the query to the rows of the page. A frequent word is found among the newest rows. The matches of any other word
   * are few and come from the index of terms.
   */
  async matchSizes(
    query: SelectQueryBuilder<Row>,
    { organisationId, text }: Omit<TextSearch, 'text'> & { readonly text: string | null },
    { start, limit, bytes }: Page & { readonly bytes: string },
  ): Promise<readonly RowSize[]> {
    if (start !== null) query.andWhere('r.stream_id < :start', { start });
    query.orderBy('r.stream_id', 'DESC');
    if (text === null) return await readSizes(query, { limit, bytes });
    const terms = rowQuery(organisationId, text);
    if (terms === null) return [];
    const { tableName: table } = this.rows.metadata;
    const matching = (condition: string) =>
      readSizes(query.clone().andWhere(condition, { organisationId, start, terms }), { limit, bytes });
    const recent = await matching(amongNewest(table, MATCH_PARAMETERS));
    if (recent.length > limit) return recent;
    return await matching(fromIndex([{ table, key: 'stream_id' }], MATCH_PARAMETERS));
  }

  /** Reads a page in the order of a time. The key of a row is `timeKey` of this time and its id. */
  async byTime(query: SelectQueryBuilder<Row>, order: TimeOrder, { start, ...page }: Page): Promise<RowsOfPage<Row>> {
    const { column, direction } = order;
    if (start !== null) {
      const [time, id] = start.split(KEY_SEPARATOR);
      const comparison = direction === 'ASC' ? '>' : '<';
      query.andWhere(`(r.${column}, r.stream_id) ${comparison} (:time::timestamptz, :id)`, { time, id });
    }
    const ordered = query.orderBy(`r.${column}`, direction).addOrderBy('r.stream_id', direction);
    return await readPage(ordered, { ...page, bytes: FIELDS_BYTES });
  }
}

/** An SQL condition that a text, given as SQL, has the word. */
type HasWord = (text: string) => string;

/**
 * Restricts a query to rows made before a time, whose texts have each word of a search. `conditions` are those of one
 * word: it has to be in one of the texts.
 */
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

/** Whether rows are looked for by their texts or their time. */
export const isSearch = ({ q = null, until = null }: InboxSearch): boolean => q !== null || until !== null;

/** How many rows of a status a search without an index looks through. */
const SEARCHED_ROWS = 10_000;

/**
 * Restricts a query whose conditions have no index to the newest rows of its status, or of all: what it reads must not
 * grow with what an organisation has settled over the years.
 */
export function withinNewest<Row extends object>(query: SelectQueryBuilder<Row>, status: string | null): void {
  const { tableName } = query.expressionMap.mainAlias!.metadata;
  const ofStatusOnly = status === null ? '' : ' and x.status = :status';
  const end = `select x.stream_id from ${tableName} x where x.organisation_id = :organisationId${ofStatusOnly}
    order by x.stream_id desc offset ${SEARCHED_ROWS} limit 1`;
  query.andWhere(`${query.alias}.stream_id > coalesce((${end}), '')`, status === null ? {} : { status });
}

/**
 * Restricts a query to the rows after the id `start` and to one status, in the order of an index by status and id. In
 * the order of ids alone, PostgreSQL reads the rows of all statuses to find those of a frequent one, although they may
 * all be old. It ignores an order by a column that equals a value, so the status is a range.
 */
export function ofStatus<Row extends object>(
  query: SelectQueryBuilder<Row>,
  { status, start, sort }: { readonly status: string | null; readonly start: string | null; readonly sort: InboxSort },
): SelectQueryBuilder<Row> {
  const id = `${query.alias}.stream_id`;
  const [beyond, direction] = sort === 'oldest' ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  if (status === null) {
    if (start !== null) query.andWhere(`${id} ${beyond} :start`, { start });
    return query.orderBy(id, direction);
  }
  const column = `${query.alias}.status`;
  query.andWhere(`${column} >= :status and ${column} <= :status`, { status });
  if (start !== null) query.andWhere(`(${column}, ${id}) ${beyond} (:status, :start)`, { start });
  return query.orderBy(column, direction).addOrderBy(id, direction);
}

/** The stored size of the only long column of a row. */
export const FIELDS_BYTES = 'r.fields_bytes';
const KEY_SEPARATOR = ' ';
/** The names of the parameters of a text search in queries of this reader. */
export const MATCH_PARAMETERS: MatchParameters = {
  organisationId: ':organisationId',
  start: ':start',
  terms: ':terms',
};

/** The key of a row in a list that is ordered by a time. */
export function timeKey(time: Date, id: string): string {
  return `${time.toISOString()}${KEY_SEPARATOR}${id}`;
}

/** Whether a key, which comes from a cursor of a client, is one that `timeKey` returns. */
export function isTimeKey(key: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z \S{1,200}$/.test(key) && !Number.isNaN(Date.parse(key.split(' ')[0]!))
  );
}

/** Converts a time of a request, which the gateway has checked. */
export function dateOrNull(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
