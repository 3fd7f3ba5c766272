import type { JsonObject, RecordResource, RowsOfPage } from '@kushk/contracts';
import { contentView, readRowsOfPage, readSizes, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { recordKey, recordStream, type RecordContent } from './record.js';

@Entity('record_contents')
export class RecordContentRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('json') content: JsonObject;
}

@Entity('records')
export class RecordRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') type: string;
  @Column('text') external_id: string;
  @Column('int') data_bytes: number;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
export type RecordWithData = RecordRow & { readonly data: RecordContentRow };

export const records = stateView({
  entity: RecordRow,
  of: recordStream,
  row: (record) => (record.status === 'present' ? recordRowOf(record) : null),
});

export const recordContents = contentView({
  entity: RecordContentRow,
  of: recordStream,
  digest: 'dataHash',
  content: (record) => (record.status === 'present' ? contentOf(record) : null),
});

function recordRowOf(record: RecordContent): RecordRow {
  const { installationId, recordType, externalId, dataBytes, revision, createdAt, updatedAt } = record;
  return {
    stream_id: recordKey(installationId, recordType, externalId),
    installation_id: installationId,
    type: recordType,
    external_id: externalId,
    data_bytes: dataBytes,
    revision,
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
  };
}

/** Contents are written for the streams with new facts, and the newest fact of this one contains the data. */
function contentOf({ externalId, data }: RecordContent): JsonObject {
  if (data === null) throw new TypeError(`the record ${externalId} has no data`);
  return data;
}

@Injectable()
export class Records {
  constructor(@InjectRepository(RecordRow) private readonly rows: Repository<RecordRow>) {}

  async find(installationId: string, type: string, externalId: string): Promise<RecordWithData | null> {
    const stream_id = recordKey(installationId, type, externalId);
    return await withData(this.rows.createQueryBuilder('r')).where('r.stream_id = :stream_id', { stream_id }).getOne();
  }

  /** Reads a page of records in the byte order of their external ids, beginning after the id `start`. */
  async list(
    installationId: string,
    type: string,
    page: { readonly start: string | null; readonly limit: number; readonly maxBytes?: number | undefined },
  ): Promise<RowsOfPage<RecordWithData>> {
    const query = this.rows
      .createQueryBuilder('r')
      .where('r.installation_id = :installationId and r.type = :type', { installationId, type })
      .orderBy('r.external_id', 'ASC');
    if (page.start !== null) query.andWhere('r.external_id > :start', { start: page.start });
    // Joined with the data from the start, PostgreSQL reads the data of every record of the installation.
    const sizes = await readSizes(query, { limit: page.limit, bytes: 'r.data_bytes' });
    return await readRowsOfPage(withData(query), sizes, page);
  }
}

function withData(query: SelectQueryBuilder<RecordRow>): SelectQueryBuilder<RecordWithData> {
  return query.innerJoinAndMapOne(
    'r.data',
    RecordContentRow,
    'd',
    'd.stream_id = r.stream_id',
  ) as SelectQueryBuilder<RecordWithData>;
}

/** Converts the state of a record to its API resource, without the data. */
export function recordToWire(record: Omit<RecordContent, 'data'>): Omit<RecordResource, 'data'> {
  const { recordType: type, externalId: external_id, revision, createdAt: created_at, updatedAt: updated_at } = record;
  return { type, external_id, revision, created_at, updated_at };
}

export function recordRowToWire(row: RecordWithData): RecordResource {
  const { type, external_id, data, revision, created_at, updated_at } = row;
  return {
    type,
    external_id,
    data: data.content,
    revision,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
