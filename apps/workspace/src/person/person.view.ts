import type { PersonResource, RowsOfPage } from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, PrimaryColumn, Repository } from 'typeorm';
import type { Role } from '../organisation/organisation.js';
import { rowQuery, rowTerms } from '../platform-record/record-row.js';
import { fromIndex } from '../text-search/match-conditions.js';
import { personStream } from './person.js';

/** A person who currently belongs to an organisation. A removed person has no row. */
@Entity('people')
export class PersonRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') issuer: string;
  @Column('text') subject: string;
  @Column('text') name: string;
  @Column('text') role: Role;
  @Column('tsvector', { select: false }) terms?: string;
}

export const people = stateView({
  entity: PersonRow,
  of: personStream,
  row: (person) => {
    if (person.status !== 'active') return null;
    const { organisationId, issuer, subject, name, role } = person;
    return { organisation_id: organisationId, issuer, subject, name, role, terms: rowTerms(organisationId, [name]) };
  },
});

/** Reads people. Every query reads the table without a cache, so that a removal takes effect with the next request. */
@Injectable()
export class People {
  constructor(@InjectRepository(PersonRow) private readonly rows: Repository<PersonRow>) {}

  async find(organisationId: string, personId: string): Promise<PersonResource | null> {
    const row = await this.rows.findOneBy({ organisation_id: organisationId, stream_id: personId });
    return row === null ? null : personRowToWire(row);
  }

  /** Returns those of the given ids that belong to the organisation. */
  async known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.rows.findBy({ organisation_id: organisationId, stream_id: In([...ids]) });
    return new Set(rows.map((row) => row.stream_id));
  }

  /** Returns the memberships of a sign-in identity, in one organisation or in all organisations. */
  async memberships(issuer: string, subject: string, organisationId: string | null): Promise<PersonRow[]> {
    return await this.rows.find({
      where: { issuer, subject, ...(organisationId !== null && { organisation_id: organisationId }) },
      order: { stream_id: 'ASC' },
    });
  }

  /**
   * Lists people ordered by id, beginning after the id `start`. `text` is a text search over their names; `ids` are the
   * only people to list.
   */
  async list(
    organisationId: string,
    { text, ids }: { readonly text: string | null; readonly ids: readonly string[] | null },
    { start, limit, maxBytes }: { start: string | null; limit: number; maxBytes?: number | undefined },
  ): Promise<RowsOfPage<PersonRow>> {
    const query = this.rows.createQueryBuilder('r').where('r.organisation_id = :organisationId', { organisationId });
    if (start !== null) query.andWhere('r.stream_id > :start', { start });
    if (ids !== null) query.andWhere('r.stream_id = any(:ids)', { ids });
    if (text !== null) {
      const terms = rowQuery(organisationId, text);
      if (terms === null) return { rows: [], hasMore: false };
      query.andWhere(fromIndex([{ table: 'people', key: 'stream_id' }], { terms: ':terms' }), { terms });
    }
    return await readPage(query.orderBy('r.stream_id', 'ASC'), { limit, maxBytes, bytes: 'octet_length(r.name)' });
  }
}

export function personRowToWire({ stream_id, name, role }: PersonRow): PersonResource {
  return { id: stream_id, name, role };
}
