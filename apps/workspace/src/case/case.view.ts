import type { RowsOfPage } from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import {
  FIELDS_BYTES,
  ofStatus,
  RecordReader,
  withinNewest,
  type Page,
} from '../platform-record/record-reader.view.js';
import { recordRow, rowQuery, type RecordRow } from '../platform-record/record-row.js';
import { caseType, type CaseFields } from './case.js';

@Entity('cases')
export class CaseRow implements RecordRow<CaseFields> {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text', { array: true, nullable: true }) visible_to: string[] | null;
  @Column('json') fields: CaseFields;
  @Column('text') status: CaseFields['status'];
  @Column('text', { nullable: true }) assignee_id: string | null;
  @Column('tsvector', { select: false }) terms?: string;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const cases = stateView({
  entity: CaseRow,
  of: caseType.stream,
  row: (current) => {
    if (current.status === 'absent') return null;
    const columns = recordRow(caseType, current, ({ title, description }) => [title, description]);
    const { status, assignee_id } = current.fields;
    return { ...columns, status, assignee_id };
  },
});

export interface CaseFilter {
  readonly status: CaseFields['status'] | null;
  readonly assignee_id: string | null;
  /** A text search over title and description. */
  readonly query: string | null;
}

/** Where a page of a list by due date begins: after this case, which is due then. */
interface DueStart {
  readonly due: string;
  readonly id: string;
}
/** What comes after every day: the place of cases that are never due. */
const NEVER_DUE = '~';
const DUE = `(coalesce(r.fields->>'due_on', '${NEVER_DUE}') collate "C")`;
/** The key of a row in a list by due date. */
export const dueKey = {
  of: ({ fields: { due_on }, stream_id }: CaseRow): string => `${due_on ?? NEVER_DUE} ${stream_id}`,
  /** Undefined for a key of another list. */
  parse: (key: string): DueStart | undefined => {
    const [, due, id] = /^(\d{4}-\d\d-\d\d|~) (\S{1,200})$/.exec(key) ?? [];
    return due === undefined || id === undefined ? undefined : { due, id };
  },
};

/** Where a page of a list with the open cases first begins: after this case, which has this status. */
interface StatusStart {
  readonly status: CaseFields['status'];
  readonly id: string;
}
/** The key of a row in a list with the open cases first. */
export const statusKey = {
  of: ({ status, stream_id }: CaseRow): string => `${status} ${stream_id}`,
  /** Undefined for a key of another list. */
  parse: (key: string): StatusStart | undefined => {
    const [, status, id] = /^(open|closed) (\S{1,200})$/.exec(key) ?? [];
    return id === undefined ? undefined : { status: status as StatusStart['status'], id };
  },
};
/** The order of the list is that of the names of the statuses, from the last to the first. */
const STATUSES = ['open', 'closed'] as const;
/** A total is counted in an organisation with at most so many cases. */
const MAX_COUNTED = 1_000;

/** Reads cases. Their members and the admins see them. */
@Injectable()
export class Cases {
  private readonly reader: RecordReader<CaseRow>;

  constructor(@InjectRepository(CaseRow) rows: Repository<CaseRow>, people: People) {
    this.reader = new RecordReader(rows, people, { admins: true });
  }

  async find(reader: Reader, caseId: string): Promise<CaseRow | null> {
    return await this.reader.find(reader, caseId);
  }

  /** Lists the cases by their ids. */
  async list(
    reader: Reader,
    filter: CaseFilter & { readonly sort?: 'newest' | 'oldest' },
    page: Page,
  ): Promise<RowsOfPage<CaseRow>> {
    const { status, query: text, sort = 'newest' } = filter;
    const query = await this.visible(reader, filter);
    if (sort === 'oldest') {
      if (!this.restrictToWords(query, reader, filter)) return { rows: [], hasMore: false };
      return await readPage(ofStatus(query, { status, start: page.start, sort }), { ...page, bytes: FIELDS_BYTES });
    }
    if (text === null)
      return status === null ? await this.reader.newest(query, page) : await this.reader.newestOf(status, query, page);
    if (status !== null) query.andWhere('r.status = :status', { status });
    return await this.reader.newestMatches(query, { organisationId: reader.organisationId, text }, page);
  }

  /** Lists the cases that are due first before the others, and last those that are never due. */
  async listByDueDate(
    reader: Reader,
    filter: CaseFilter,
    { start, ...page }: Omit<Page, 'start'> & { readonly start: DueStart | null },
  ): Promise<RowsOfPage<CaseRow>> {
    const query = await this.visible(reader, filter);
    if (!this.restrictToWords(query, reader, filter)) return { rows: [], hasMore: false };
    const { status } = filter;
    // The index is by status and day. Without a status the newest cases are sorted.
    if (status === null) withinNewest(query, null);
    else query.andWhere('r.status = :status', { status });
    if (start !== null) query.andWhere(`(${DUE}, r.stream_id) > (:due, :id)`, start);
    query.orderBy(DUE, 'ASC').addOrderBy('r.stream_id', 'ASC');
    return await readPage(query, { ...page, bytes: FIELDS_BYTES });
  }

  /** Restricts a query to the matches among the newest cases; false when the text has no word. */
  private restrictToWords(
    query: SelectQueryBuilder<CaseRow>,
    { organisationId }: Reader,
    { status, query: text }: CaseFilter,
  ): boolean {
    if (text === null) return true;
    const terms = rowQuery(organisationId, text);
    if (terms === null) return false;
    query.andWhere('r.terms @@ :terms::tsquery', { terms });
    withinNewest(query, status);
    return true;
  }

  /** Lists the open cases before the closed ones, and within each the newest first. */
  async listOpenFirst(
    reader: Reader,
    filter: CaseFilter,
    { start, ...page }: Omit<Page, 'start'> & { readonly start: StatusStart | null },
  ): Promise<RowsOfPage<CaseRow>> {
    if (filter.query !== null || filter.status !== null)
      return await this.eachStatus(reader, filter, { start, ...page });
    const query = await this.visible(reader, filter);
    if (start !== null) query.andWhere('(r.status, r.stream_id) < (:status, :id)', start);
    query.orderBy('r.status', 'DESC').addOrderBy('r.stream_id', 'DESC');
    return await readPage(query, { ...page, bytes: FIELDS_BYTES });
  }

  /** The number of cases of all pages, of which this is the first; null when counting them takes long. */
  async total(reader: Reader, filter: CaseFilter, { rows, hasMore }: RowsOfPage<CaseRow>): Promise<number | null> {
    if (!hasMore) return rows.length;
    if (filter.query !== null) return null;
    const query = await this.visible(reader, filter);
    if (filter.status !== null) query.andWhere('r.status = :status', { status: filter.status });
    const few = `(select count(*) from (select 1 from cases where organisation_id = :organisationId
      limit ${MAX_COUNTED + 1}) counted) <= ${MAX_COUNTED}`;
    return (await query.andWhere(few).getCount()) || null;
  }

  /** Reads one status after the other, because a text search reads the matches in the order of their ids. */
  private async eachStatus(
    reader: Reader,
    filter: CaseFilter,
    { start, limit, ...page }: Omit<Page, 'start'> & { readonly start: StatusStart | null },
  ): Promise<RowsOfPage<CaseRow>> {
    const rows: CaseRow[] = [];
    for (const status of STATUSES.slice(start === null ? 0 : STATUSES.indexOf(start.status))) {
      if (filter.status !== null && filter.status !== status) continue;
      const after = start?.status === status ? start.id : null;
      const left = limit - rows.length;
      const read = await this.list(reader, { ...filter, status }, { ...page, start: after, limit: Math.max(left, 1) });
      if (left > 0) rows.push(...read.rows);
      if (read.hasMore || (left === 0 && read.rows.length > 0)) return { rows, hasMore: true };
    }
    return { rows, hasMore: false };
  }

  private async visible(reader: Reader, { assignee_id }: CaseFilter): Promise<SelectQueryBuilder<CaseRow>> {
    const query = await this.reader.visibleTo(reader);
    return assignee_id === null ? query : query.andWhere('r.assignee_id = :assignee', { assignee: assignee_id });
  }
}
