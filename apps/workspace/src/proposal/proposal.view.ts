import type { JsonObject, ProposalStatus } from '@kushk/contracts';
import { counterView, stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { proposalStream, type ExistingProposal } from './proposal.js';

@Entity('proposals')
export class ProposalRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') external_id: string;
  @Column('text') status: ProposalStatus;
  @Column('text') record_type: string;
  @Column('text') action: 'create' | 'update';
  @Column('text', { nullable: true }) record_id: string | null;
  @Column('int', { nullable: true }) base_revision: number | null;
  @Column('json') changes: JsonObject;
  @Column('text') summary: string;
  @Column('text', { nullable: true }) assignee_id: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) settled_at: Date | null;
}

/** Proposals that were settled in a Tehran month, by installation: counters that only grow (contract §9). */
@Entity('monthly_proposals')
export class MonthlyProposalsRow {
  @PrimaryColumn('text') installation_id: string;
  @PrimaryColumn('text') month: string;
  @Column('bigint') applied: string;
  @Column('bigint') rejected: string;
}

export const proposals = stateView({
  entity: ProposalRow,
  of: proposalStream,
  row: (proposal) => (proposal.status === 'absent' ? null : proposalRowOf(proposal)),
});

/** A reason written later is no second verdict, so it does not count. */
export const monthlyProposals = counterView({
  entity: MonthlyProposalsRow,
  of: proposalStream,
  keys: ['installation_id', 'month'],
  counters: ['applied', 'rejected'],
  rows: (fact) => {
    if (fact.type !== 'ProposalApplied' && fact.type !== 'ProposalRejected') return [];
    const { installationId, month } = fact.data;
    const applied = fact.type === 'ProposalApplied';
    return [{ installation_id: installationId, month, applied: applied ? 1 : 0, rejected: applied ? 0 : 1 }];
  },
});

/** The row of a state; a command answers with it what the view then shows. */
export function proposalRowOf(proposal: ExistingProposal): ProposalRow {
  return {
    stream_id: proposal.proposalId,
    installation_id: proposal.installationId,
    organisation_id: proposal.organisationId,
    plugin_id: proposal.pluginId,
    external_id: proposal.externalId,
    status: proposal.status,
    record_type: proposal.recordType,
    action: proposal.action,
    record_id: proposal.recordId,
    base_revision: proposal.baseRevision,
    changes: proposal.changes,
    summary: proposal.summary,
    assignee_id: proposal.assigneeId,
    reason: proposal.reason,
    revision: proposal.revision,
    created_at: new Date(proposal.createdAt),
    settled_at: proposal.settledAt === null ? null : new Date(proposal.settledAt),
  };
}
