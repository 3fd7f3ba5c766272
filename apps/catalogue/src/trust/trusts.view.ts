/** All trusts that were ever added, for the list of a publisher and for the keys that were exchanged by them. */
import type { TrustResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { trustResource } from './trust-resource.js';
import { trustStream } from './trust.js';

@Entity('trusts')
export class TrustRow {
  /** The id of the trust. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('timestamptz') created_at: Date;
  @Column('json') resource: TrustResource;
}

export const trustsView = stateView({
  entity: TrustRow,
  of: trustStream,
  row: (trust, { id }) =>
    trust.status === 'absent'
      ? null
      : {
          publisher_id: trust.publisherId,
          created_at: new Date(trust.addedAt),
          resource: trustResource(id, trust),
        },
});

@Injectable()
export class Trusts {
  constructor(@InjectRepository(TrustRow) private readonly rows: Repository<TrustRow>) {}

  /** Returns all trusts of a publisher, newest first. */
  async ofPublisher(publisher_id: string): Promise<TrustResource[]> {
    const rows = await this.rows.find({ where: { publisher_id }, order: { created_at: 'DESC', stream_id: 'DESC' } });
    return rows.map(({ resource }) => resource);
  }
}
