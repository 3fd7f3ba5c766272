import type { OrganisationResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
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
    const { name, locale, created_at } = await this.rows.findOneByOrFail({ stream_id: id });
    return { id, name, locale, created_at: created_at.toISOString() };
  }
}
