import type { RowsOfPage } from '@kushk/contracts';
import { countWithin, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { RecordReader, type Page } from '../platform-record/record-reader.view.js';
import { recordRow, type RecordRow } from '../platform-record/record-row.js';
import { EXCERPTED_BYTES, EXCERPTED_CHARACTERS } from '../text-search/excerpt.js';
import { documentType, type DocumentFields } from './document.js';

@Entity('documents')
export class DocumentRow implements RecordRow<DocumentFields> {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text', { array: true, nullable: true }) visible_to: string[] | null;
  @Column('json') fields: DocumentFields;
  @Column('text', { nullable: true }) case_id: string | null;
  @Column('tsvector', { select: false }) terms?: string;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const documents = stateView({
  entity: DocumentRow,
  of: documentType.stream,
  row: (document) => {
    if (document.status === 'absent') return null;
    const columns = recordRow(documentType, document, ({ title, text }) => [title, text]);
    return { ...columns, case_id: document.fields.case_id };
  },
});

/** A document with the beginning of its text. */
export interface FoundDocument {
  readonly id: string;
  readonly title: string;
  readonly content_type: string;
  readonly case_id: string | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly text: string;
}

/** Reads documents. Their members and the admins see them. */
@Injectable()
export class Documents {
  private readonly reader: RecordReader<DocumentRow>;

  constructor(@InjectRepository(DocumentRow) rows: Repository<DocumentRow>, people: People) {
    this.reader = new RecordReader(rows, people, { admins: true });
  }

  async find(reader: Reader, documentId: string): Promise<DocumentRow | null> {
    return await this.reader.find(reader, documentId);
  }

  /** Lists the newest documents first. */
  async list(
    reader: Reader,
    filter: { readonly case_id: string | null; readonly query: string | null },
    page: Page,
  ): Promise<RowsOfPage<DocumentRow>> {
    const query = await this.reader.visibleTo(reader);
    if (filter.case_id !== null) query.andWhere('r.case_id = :caseId', { caseId: filter.case_id });
    if (filter.query === null) return await this.reader.newest(query, page);
    const { organisationId } = reader;
    return await this.reader.newestMatches(query, { organisationId, text: filter.query }, page);
  }

  /** Finds the newest documents first, each with only the beginning of its text. */
  async search(
    reader: Reader,
    { case_id: caseId, query: text }: { readonly case_id: string | null; readonly query: string | null },
    page: Page,
  ): Promise<RowsOfPage<FoundDocument>> {
    const query = await this.reader.visibleTo(reader);
    if (caseId !== null) query.andWhere('r.case_id = :caseId', { caseId });
    const bytes = `least(r.fields_bytes, ${EXCERPTED_BYTES})`;
    const { organisationId } = reader;
    const sizes = await this.reader.matchSizes(query, { organisationId, text }, { ...page, bytes });
    const fitting = sizes.slice(0, countWithin(sizes, page)).map(({ key }) => key);
    if (fitting.length === 0) return { rows: [], hasMore: false };
    const rows = await query
      .andWhere('r.stream_id = any(:fitting)', { fitting })
      .select('r.stream_id', 'id')
      .addSelect("r.fields->>'title'", 'title')
      .addSelect("r.fields->>'content_type'", 'content_type')
      .addSelect('r.case_id', 'case_id')
      .addSelect('r.revision', 'revision')
      .addSelect('r.created_at', 'created_at')
      .addSelect('r.updated_at', 'updated_at')
      .addSelect(`left(r.fields->>'text', ${EXCERPTED_CHARACTERS})`, 'text')
      .getRawMany<FoundDocument>();
    return { rows, hasMore: sizes.length > fitting.length };
  }
}
