import type { JsonObject, RecordResource, RowsOfPage } from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { recordKey, recordStream, type RecordContent } from './record.js';

@Entity('records')
export class RecordRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') type: string;
  @Column('text') external_id: string;
  @Column('json') data: JsonObject;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const records = stateView({
  entity: RecordRow,
  of: recordStream,
  row: (record) => (record.status === 'present' ? recordRowOf(record) : null),
});

function recordRowOf(record: RecordContent): RecordRow {
  const { installationId, recordType, externalId, data, revision, createdAt, updatedAt } = record;
  // Rows are written for the streams with new facts, and the newest fact of this one contains the data.
  if (data === null) throw new TypeError(`the record ${externalId} has no data`);
  return {
    stream_id: recordKey(installationId, recordType, externalId),
    installation_id: installationId,
    type: recordType,
    external_id: externalId,
    data,
    revision,
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
  };
}

@Injectable()
export class Records {
  constructor(@InjectRepository(RecordRow) private readonly rows: Repository<RecordRow>) {}

  async find(installationId: string, type: string, externalId: string): Promise<RecordRow | null> {
    return await this.rows.findOneBy({ stream_id: recordKey(installationId, type, externalId) });
  }

  /** Reads a page of records in the byte order of their external ids, beginning after the id `start`. */
  async list(
    installationId: string,
    type: string,
    page: { readonly start: string | null; readonly limit: number },
  ): Promise<RowsOfPage<RecordRow>> {
    const query = this.rows
      .createQueryBuilder('r')
      .where('r.installation_id = :installationId and r.type = :type', { installationId, type })
      .orderBy('r.external_id', 'ASC');
    if (page.start !== null) query.andWhere('r.external_id > :start', { start: page.start });
    return await readPage(query, { limit: page.limit, bytes: 'r.data_bytes' });
  }
}

/** Converts the state of a record to its API resource, without the data. */
export function recordToWire(record: Omit<RecordContent, 'data'>): Omit<RecordResource, 'data'> {
  const { recordType: type, externalId: external_id, revision, createdAt: created_at, updatedAt: updated_at } = record;
  return { type, external_id, revision, created_at, updated_at };
}

export function recordRowToWire(row: RecordRow): RecordResource {
  const { type, external_id, data, revision, created_at, updated_at } = row;
  return {
    type,
    external_id,
    data,
    revision,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
