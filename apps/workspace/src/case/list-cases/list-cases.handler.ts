import { answer, no } from '@kushk/broker';
import { pageOfRows, startOf, workspace, type CaseResource, type Page, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, Repository, type SelectQueryBuilder } from 'typeorm';
import { PersonRow } from '../../organisation/organisation.view.js';
import { CaseRow } from '../case.view.js';

/** Cases that somebody sees, newest first. Without a person: only what the whole organisation sees. */
@Controller()
export class ListCasesHandler {
  constructor(
    @InjectRepository(CaseRow) private readonly cases: Repository<CaseRow>,
    @InjectRepository(PersonRow) private readonly people: Repository<PersonRow>,
  ) {}

  @MessagePattern(workspace.listCases.subject)
  async list({ organisation_id, person_id, limit, cursor }: RequestOf<typeof workspace.listCases>): Promise<Outcome<Page<CaseResource>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const query = await this.seenBy(organisation_id, person_id);
    if (start !== null) query.andWhere('c.stream_id < :start', { start });
    const rows = await query.orderBy('c.stream_id', 'DESC').limit(limit + 1).getMany();
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return answer({ items: shown.map(caseToWire), next_cursor });
  }

  @MessagePattern(workspace.getCase.subject)
  async get({ organisation_id, person_id, case_id }: RequestOf<typeof workspace.getCase>): Promise<Outcome<CaseResource>> {
    const row = await (await this.seenBy(organisation_id, person_id)).andWhere('c.stream_id = :case_id', { case_id }).getOne();
    return row === null ? no('case.not_found') : answer(caseToWire(row));
  }

  private async seenBy(organisationId: string, personId: string | null): Promise<SelectQueryBuilder<CaseRow>> {
    const query = this.cases.createQueryBuilder('c').where('c.organisation_id = :organisationId', { organisationId });
    const person = personId === null ? null : await this.people.findOneBy({ organisation_id: organisationId, stream_id: personId });
    if (person?.role === 'admin') return query;
    return query.andWhere(
      new Brackets((where) => {
        where.where('c.member_ids is null');
        if (person !== null) where.orWhere(':personId = any(c.member_ids)', { personId: person.stream_id });
      }),
    );
  }
}

export function caseToWire({ stream_id, fields, revision, created_at, updated_at }: CaseRow): CaseResource {
  return { id: stream_id, ...fields, revision, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
