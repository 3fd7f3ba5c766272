import type { RowsOfPage } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { RecordReader, type Page } from '../platform-record/record-reader.view.js';
import { recordRow, type RecordRow } from '../platform-record/record-row.js';
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

  /** Lists the newest cases first. */
  async list(
    reader: Reader,
    { status, assignee_id, query: text }: CaseFilter,
    page: Page,
  ): Promise<RowsOfPage<CaseRow>> {
    const query = await this.reader.visibleTo(reader);
    if (assignee_id !== null) query.andWhere('r.assignee_id = :assignee', { assignee: assignee_id });
    if (text === null)
      return status === null ? await this.reader.newest(query, page) : await this.reader.newestOf(status, query, page);
    if (status !== null) query.andWhere('r.status = :status', { status });
    return await this.reader.newestMatches(query, { organisationId: reader.organisationId, text }, page);
  }
}
