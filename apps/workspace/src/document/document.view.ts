import type { RowsOfPage } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { RecordReader, whereTextMatches, type Page } from '../platform-record/record-reader.view.js';
import { recordRow, type RecordRow } from '../platform-record/record-row.js';
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
    if (filter.query !== null) whereTextMatches(query, reader.organisationId, filter.query);
    return await this.reader.newest(query, page);
  }
}
