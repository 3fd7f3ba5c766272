/** Pending proposals that need a person's attention, of those that the person can see at this moment. */
import { AuditEntryRow } from '@kushk/audit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository } from 'typeorm';
import { PersonRow } from '../person/person.view.js';
import { ProposalRow, Proposals } from './proposal.view.js';

interface OfPerson {
  readonly organisationId: string;
  readonly personId: string;
}
interface PendingProposal {
  readonly id: string;
  readonly created_at: Date;
}
export type SummarisedProposal = Pick<ProposalRow, 'stream_id' | 'installation_id' | 'plugin_id' | 'summary'>;

@Injectable()
export class ProposalAttention {
  constructor(
    private readonly proposals: Proposals,
    @InjectRepository(ProposalRow) private readonly rows: Repository<ProposalRow>,
    @InjectRepository(AuditEntryRow) private readonly audit: Repository<AuditEntryRow>,
  ) {}

  /**
   * The newest proposals that another person or a plugin has assigned to this one, with the time of the assignment, at
   * most `max`. The audit has who assigned a proposal and when; one that was made with its assignee has its own time.
   */
  async assigned(
    { organisationId, personId }: OfPerson,
    { max }: { readonly max: number },
  ): Promise<readonly { readonly id: string; readonly at: Date }[]> {
    const query = await this.proposals.visibleTo(organisationId, personId);
    const pending = await query
      .andWhere("p.status = 'pending' and p.assignee_id = :personId", { personId })
      .select(['p.stream_id as id', 'p.created_at as created_at'])
      .orderBy('p.stream_id', 'DESC')
      .limit(max)
      .getRawMany<PendingProposal>();
    if (pending.length === 0) return [];
    const entries = await this.audit
      .createQueryBuilder('a')
      .distinctOn(['a.subject_id'])
      .where("a.organisation_id = :organisationId and a.action = 'proposal.assigned'", { organisationId })
      .andWhere('a.subject_id = any(:ids)', { ids: pending.map(({ id }) => id) })
      .orderBy('a.subject_id')
      .addOrderBy('a.entry_id', 'DESC')
      .getMany();
    const last = new Map(entries.map((entry) => [entry.subject_id, entry]));
    return pending
      .filter(({ id }) => last.get(id)?.actor_id !== personId)
      .map(({ id, created_at }) => ({ id, at: last.get(id)?.at ?? created_at }));
  }

  /**
   * The proposals that were made until `before` and are assigned to the person, to no one, or to a former member:
   * their number, at most `max`, and when the newest of them was made. Null when there are none.
   */
  async waiting(
    { organisationId, personId }: OfPerson,
    { before, max }: { readonly before: Date; readonly max: number },
  ): Promise<{ readonly count: number; readonly newest: Date } | null> {
    const query = await this.proposals.visibleTo(organisationId, personId);
    const member = query.subQuery().select('1').from(PersonRow, 'm').where('m.stream_id = p.assignee_id').getQuery();
    const waiting = await query
      .andWhere("p.status = 'pending' and p.created_at <= :before", { before })
      .andWhere(`(p.assignee_id is null or p.assignee_id = :personId or not exists ${member})`, { personId })
      .select(['p.stream_id as id', 'p.created_at as created_at'])
      .orderBy('p.created_at', 'DESC')
      .limit(max)
      .getRawMany<PendingProposal>();
    const [newest] = waiting;
    return newest === undefined ? null : { count: waiting.length, newest: newest.created_at };
  }

  /** What a list shows of these proposals, by id. The person must be able to see them. */
  async summaries(ids: readonly string[]): Promise<ReadonlyMap<string, SummarisedProposal>> {
    if (ids.length === 0) return new Map();
    const rows = await this.rows.find({
      select: { stream_id: true, installation_id: true, plugin_id: true, summary: true },
      where: { stream_id: Any([...ids]) },
    });
    return new Map(rows.map((row) => [row.stream_id, row]));
  }
}
