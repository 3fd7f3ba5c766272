import { answer, no } from '@kushk/broker';
import { pageOfRows, startOf, workspace, type Page, type ProposalForPeople, type ProposalResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, LessThan, Repository, type SelectQueryBuilder } from 'typeorm';
import { CaseRow } from '../../case/case.view.js';
import { PersonRow } from '../../organisation/organisation.view.js';
import { ProposalRow } from '../proposal.view.js';

/** Proposals, newest first: a plugin sees its own, a person those about what they see. */
@Controller()
export class ListProposalsHandler {
  constructor(
    @InjectRepository(ProposalRow) private readonly proposals: Repository<ProposalRow>,
    @InjectRepository(PersonRow) private readonly people: Repository<PersonRow>,
  ) {}

  @MessagePattern(workspace.listProposalsOfPlugin.subject)
  async ofPlugin(request: RequestOf<typeof workspace.listProposalsOfPlugin>): Promise<Outcome<Page<ProposalResource>>> {
    const start = startOf(request.cursor);
    if (start === undefined) return no('cursor.invalid');
    const { installation_id, status, limit } = request;
    const where = { installation_id, ...(status !== null && { status }), ...(start !== null && { stream_id: LessThan(start) }) };
    const rows = await this.proposals.find({ where, order: { stream_id: 'DESC' }, take: limit + 1 });
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return answer({ items: shown.map(proposalToWire), next_cursor });
  }

  @MessagePattern(workspace.listProposals.subject)
  async ofOrganisation(request: RequestOf<typeof workspace.listProposals>): Promise<Outcome<Page<ProposalForPeople>>> {
    const start = startOf(request.cursor);
    if (start === undefined) return no('cursor.invalid');
    const { status, limit } = request;
    const query = await this.seenBy(request.organisation_id, request.person_id);
    if (status !== null) query.andWhere('p.status = :status', { status });
    if (start !== null) query.andWhere('p.stream_id < :start', { start });
    const rows = await query.orderBy('p.stream_id', 'DESC').limit(limit + 1).getMany();
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return answer({ items: shown.map(forPeopleToWire), next_cursor });
  }

  @MessagePattern(workspace.getProposal.subject)
  async get({ organisation_id, person_id, proposal_id }: RequestOf<typeof workspace.getProposal>): Promise<Outcome<ProposalForPeople>> {
    const row = await (await this.seenBy(organisation_id, person_id)).andWhere('p.stream_id = :proposal_id', { proposal_id }).getOne();
    return row === null ? no('proposal.not_found') : answer(forPeopleToWire(row));
  }

  private async seenBy(organisationId: string, personId: string): Promise<SelectQueryBuilder<ProposalRow>> {
    const person = await this.people.findOneBy({ organisation_id: organisationId, stream_id: personId });
    const query = this.proposals.createQueryBuilder('p').where('p.organisation_id = :organisationId', { organisationId });
    if (person?.role === 'admin') return query;
    return query.leftJoin(CaseRow, 'c', 'c.stream_id = p.record_id').andWhere(
      new Brackets((where) => {
        where.where('c.stream_id is null').orWhere('c.member_ids is null');
        if (person !== null) where.orWhere(':personId = any(c.member_ids)', { personId: person.stream_id });
      }),
    );
  }
}

export function proposalToWire(row: ProposalRow): ProposalResource {
  const { stream_id, status, external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id, reason, revision, created_at, settled_at } = row;
  return {
    id: stream_id, status, external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id, reason,
    settled_by: status === 'pending' ? null : 'person',
    revision,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

export function forPeopleToWire(row: ProposalRow): ProposalForPeople {
  return { ...proposalToWire(row), installation_id: row.installation_id, plugin_id: row.plugin_id };
}
