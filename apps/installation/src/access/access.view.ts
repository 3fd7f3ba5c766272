/** The accesses of organisations to plugins, found by plugin and organisation (`accessKey`), or by their id. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
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

@Injectable()
export class Accesses {
  constructor(@InjectRepository(AccessRow) private readonly rows: Repository<AccessRow>) {}

  /** Finds the access with this id; null for one of another instance, and for one that another has replaced. */
  async byId(accessId: string): Promise<AccessRow | null> {
    return await this.rows.findOneBy({ access_id: accessId });
  }
}
