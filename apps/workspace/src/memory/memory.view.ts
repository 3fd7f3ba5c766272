import type { RowsOfPage } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { RecordReader, type Page } from '../platform-record/record-reader.view.js';
import { recordRow, type RecordRow } from '../platform-record/record-row.js';
import { memoryType, type MemoryFields } from './memory.js';

@Entity('memories')
export class MemoryRow implements RecordRow<MemoryFields> {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  /** Never null: a memory belongs to one person. */
  @Column('text', { array: true, nullable: true }) visible_to: string[] | null;
  @Column('json') fields: MemoryFields;
  @Column('tsvector', { select: false }) terms?: string;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const memories = stateView({
  entity: MemoryRow,
  of: memoryType.stream,
  row: (memory) => (memory.status === 'absent' ? null : recordRow(memoryType, memory, ({ text }) => [text])),
});

/** Reads what the assistant remembers. Only the person whom it is about sees it, and no admin. */
@Injectable()
export class Memories {
  private readonly reader: RecordReader<MemoryRow>;

  constructor(@InjectRepository(MemoryRow) rows: Repository<MemoryRow>, people: People) {
    this.reader = new RecordReader(rows, people, { admins: false });
  }

  async find(reader: Reader, memoryId: string): Promise<MemoryRow | null> {
    return await this.reader.find(reader, memoryId);
  }

  /** Lists the newest memories first. */
  async list(reader: Reader, text: string | null, page: Page): Promise<RowsOfPage<MemoryRow>> {
    const query = await this.reader.visibleTo(reader);
    if (text === null) return await this.reader.newest(query, page);
    return await this.reader.newestMatches(query, { organisationId: reader.organisationId, text }, page);
  }
}
