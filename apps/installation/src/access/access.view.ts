/** The accesses of organisations to plugins, found by plugin and organisation (`accessKey`), or by their id. */
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { accessStream, type Access } from './access.js';

@Entity('accesses')
export class AccessRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') access_id: string;
  @Column('text') status: Exclude<Access['status'], 'absent'>;
}

export const accesses = stateView({
  entity: AccessRow,
  of: accessStream,
  row: (access) => (access.status === 'absent' ? null : { access_id: access.accessId, status: access.status }),
});
