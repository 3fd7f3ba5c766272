import type { OrganisationResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, LessThan, PrimaryColumn, Repository } from 'typeorm';
import { organisationStream, type Locale } from './organisation.js';

@Entity('organisations')
export class OrganisationRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') name: string;
  @Column('json') locale: Locale;
  @Column('timestamptz') created_at: Date;
}

export const organisations = stateView({
  entity: OrganisationRow,
  of: organisationStream,
  row: (organisation) =>
    organisation.status === 'absent'
      ? null
      : { name: organisation.name, locale: organisation.locale, created_at: new Date(organisation.createdAt) },
});

@Injectable()
export class Organisations {
  constructor(@InjectRepository(OrganisationRow) private readonly rows: Repository<OrganisationRow>) {}

  async get(id: string): Promise<OrganisationResource> {
    return organisationRowToWire(await this.rows.findOneByOrFail({ stream_id: id }));
  }

  /** Returns the organisations of the instance, the newest first, beginning after the id `start`. */
  async newest(start: string | null, limit: number): Promise<OrganisationRow[]> {
    return await this.rows.find({
      where: start === null ? {} : { stream_id: LessThan(start) },
      order: { stream_id: 'DESC' },
      take: limit,
    });
  }
}

/** Converts a row to the resource of the API. */
export function organisationRowToWire({
  stream_id: id,
  name,
  locale,
  created_at,
}: OrganisationRow): OrganisationResource {
  return { id, name, locale, created_at: created_at.toISOString() };
}
