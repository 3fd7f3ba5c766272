import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
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
    organisation.status === 'absent' ? null : { name: organisation.name, locale: organisation.locale, created_at: new Date(organisation.createdAt) },
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
