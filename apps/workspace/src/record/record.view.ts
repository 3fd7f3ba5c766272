import type { JsonObject } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { recordStream, type Written } from './record.js';

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
  row: (record, { id }) => (record.status === 'absent' ? null : recordRowOf(record, id)),
});

export function recordRowOf(record: Written, id: string): RecordRow {
  const { installationId, recordType, externalId, data, revision, createdAt, updatedAt } = record;
  return {
    stream_id: id, installation_id: installationId, type: recordType, external_id: externalId, data, revision,
    created_at: new Date(createdAt), updated_at: new Date(updatedAt),
  };
}
