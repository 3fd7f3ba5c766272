import { stateView } from '@kushk/event-store';
import type { OrganisationResource, PersonResource } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import { organisationStream, type Locale, type Role } from './organisation.js';
import { personStream } from './person.js';

@Entity('organisations')
export class OrganisationRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') name: string;
  @Column('json') locale: Locale;
  @Column('timestamptz') created_at: Date;
}

/** Who belongs to an organisation now; a removed person leaves. */
@Entity('people')
export class PersonRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') issuer: string;
  @Column('text') subject: string;
  @Column('text') name: string;
  @Column('text') role: Role;
}

export const organisations = stateView({
  entity: OrganisationRow,
  of: organisationStream,
  row: (organisation) =>
    organisation.status === 'absent'
      ? null
      : { name: organisation.name, locale: organisation.locale, created_at: new Date(organisation.createdAt) },
});

export const people = stateView({
  entity: PersonRow,
  of: personStream,
  row: (person) => {
    if (person.status !== 'member') return null;
    const { organisationId, issuer, subject, name, role } = person;
    return { organisation_id: organisationId, issuer, subject, name, role };
  },
});

/** Who belongs to an organisation now. Read anew each time: a removal counts at once (contract §2). */
@Injectable()
export class Members {
  constructor(
    @InjectRepository(PersonRow) private readonly people: Repository<PersonRow>,
    @InjectRepository(OrganisationRow) private readonly organisations: Repository<OrganisationRow>,
  ) {}

  async find(organisationId: string, personId: string): Promise<PersonResource | null> {
    const person = await this.people.findOneBy({ organisation_id: organisationId, stream_id: personId });
    return person === null ? null : personToWire(person);
  }

  /** Those of these ids who belong to the organisation. */
  async known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.people.findBy({ organisation_id: organisationId, stream_id: In([...ids]) });
    return new Set(rows.map((row) => row.stream_id));
  }

  /** The memberships behind a sign-in; in one organisation, where it is named. */
  async memberships(issuer: string, subject: string, organisationId: string | null): Promise<PersonRow[]> {
    return await this.people.find({
      where: { issuer, subject, ...(organisationId !== null && { organisation_id: organisationId }) },
      order: { stream_id: 'ASC' },
    });
  }

  async list(organisationId: string, start: string | null, limit: number): Promise<PersonRow[]> {
    const where = { organisation_id: organisationId, ...(start !== null && { stream_id: MoreThan(start) }) };
    return await this.people.find({ where, order: { stream_id: 'ASC' }, take: limit });
  }

  async organisation(id: string): Promise<OrganisationResource> {
    const { name, locale, created_at } = await this.organisations.findOneByOrFail({ stream_id: id });
    return { id, name, locale, created_at: created_at.toISOString() };
  }
}

export function personToWire({ stream_id, name, role }: PersonRow): PersonResource {
  return { id: stream_id, name, role };
}
