import { stateView } from '@kushk/event-store';
import type { CaseResource } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { People } from '../person/person.view.js';
import { caseStream, type CaseFields, type PresentCase } from './case.js';

@Entity('cases')
export class CaseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('json') fields: CaseFields;
  /**
   * The members who can see the case; null means the whole organisation. It is a separate column because queries
   * filter by it.
   */
  @Column('text', { array: true, nullable: true }) member_ids: string[] | null;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const cases = stateView({
  entity: CaseRow,
  of: caseStream,
  row: (current) => (current.status === 'absent' ? null : caseRowOf(current)),
});

function caseRowOf(current: PresentCase): CaseRow {
  const { caseId, organisationId, fields, revision, createdAt, updatedAt } = current;
  return {
    stream_id: caseId,
    organisation_id: organisationId,
    fields,
    member_ids: fields.member_ids === null ? null : [...fields.member_ids],
    revision,
    created_at: new Date(createdAt),
    updated_at: new Date(updatedAt),
  };
}

/** Reads the cases that a person can see. Without a person, it reads the cases that the whole organisation can see. */
@Injectable()
export class Cases {
  constructor(
    @InjectRepository(CaseRow) private readonly rows: Repository<CaseRow>,
    private readonly people: People,
  ) {}

  /** Lists the newest cases first, beginning after the id `start`. */
  async list(
    organisationId: string,
    personId: string | null,
    page: { readonly start: string | null; readonly limit: number },
  ): Promise<CaseRow[]> {
    const query = await this.visibleTo(organisationId, personId);
    if (page.start !== null) query.andWhere('c.stream_id < :start', { start: page.start });
    return await query.orderBy('c.stream_id', 'DESC').limit(page.limit).getMany();
  }

  async find(organisationId: string, personId: string | null, caseId: string): Promise<CaseRow | null> {
    const query = await this.visibleTo(organisationId, personId);
    return await query.andWhere('c.stream_id = :caseId', { caseId }).getOne();
  }

  private async visibleTo(organisationId: string, personId: string | null): Promise<SelectQueryBuilder<CaseRow>> {
    const query = this.rows.createQueryBuilder('c').where('c.organisation_id = :organisationId', { organisationId });
    const person = personId === null ? null : await this.people.find(organisationId, personId);
    if (person?.role === 'admin') return query;
    return query.andWhere(
      new Brackets((where) => {
        where.where('c.member_ids is null');
        if (person !== null) where.orWhere(':personId = any(c.member_ids)', { personId: person.id });
      }),
    );
  }
}

/** Converts the state of a case to its API resource, so that commands and queries return the same format. */
export function caseToWire(current: PresentCase): CaseResource {
  return caseRowToWire(caseRowOf(current));
}

export function caseRowToWire({ stream_id, fields, revision, created_at, updated_at }: CaseRow): CaseResource {
  return {
    id: stream_id,
    ...fields,
    revision,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
