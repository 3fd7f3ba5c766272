/** What a plugin would change, and what a person made of it. Nothing else ever changes a platform record for a plugin (seed: 6). */
import type { JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface Proposed {
  readonly proposalId: string;
  readonly installationId: string;
  readonly organisationId: string;
  readonly pluginId: string;
  readonly externalId: string;
  readonly recordType: string;
  readonly action: 'create' | 'update';
  /** Null for a record that would be new. */
  readonly recordId: string | null;
  /** The revision of the record that the plugin had seen, or that stood when it proposed. */
  readonly baseRevision: number | null;
  readonly changes: JsonObject;
  readonly summary: string;
  readonly assigneeId: string | null;
  /** The person through whose handle it was made. */
  readonly onBehalfOf: string | null;
}
/** Facts that leave the service name the proposal in full: a listener has no state of ours. */
export type ProposalFact =
  | Fact<'ProposalMade', Proposed & { at: string }>
  | Fact<'ProposalApplied', SettledData & { recordId: string }>
  | Fact<'ProposalRejected', SettledData & { reason: string | null }>
  | Fact<'RejectionExplained', SettledData & { reason: string; revision: number }>;
interface SettledData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly externalId: string;
  readonly recordType: string;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export type Proposal =
  | { readonly status: 'absent' }
  | ({
      readonly status: 'pending' | 'applied' | 'rejected';
      readonly reason: string | null;
      /** Rises when a reason is written later (contract §7). */
      readonly revision: number;
      readonly createdAt: string;
      readonly settledAt: string | null;
    } & Proposed);
export type ExistingProposal = Exclude<Proposal, { status: 'absent' }>;

export const proposalStream: StreamType<Proposal, ProposalFact> = {
  category: 'proposal',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

/** The `external_id` of an installation: it stands for one pending proposal at a time. */
export type ExternalIdFact =
  Fact<'ExternalIdTaken', { proposalId: string; inputHash: string }> | Fact<'ExternalIdFreed', { proposalId: string }>;
export type ExternalId = { readonly pending: { readonly proposalId: string; readonly inputHash: string } | null };
export const externalIdStream: StreamType<ExternalId, ExternalIdFact> = {
  category: 'proposalkey',
  initial: { pending: null },
  stateVersion: 1,
  evolve: (_before, fact) => ({ pending: fact.type === 'ExternalIdTaken' ? fact.data : null }),
};
export function externalIdKey(installationId: string, externalId: string): string {
  return `${installationId}/${externalId}`;
}

function evolve(proposal: Proposal, fact: ProposalFact): Proposal {
  if (fact.type === 'ProposalMade') {
    const { at, ...proposed } = fact.data;
    return { status: 'pending', ...proposed, reason: null, revision: 1, createdAt: at, settledAt: null };
  }
  if (proposal.status === 'absent') return proposal;
  switch (fact.type) {
    case 'ProposalApplied':
      return { ...proposal, status: 'applied', recordId: fact.data.recordId, settledAt: fact.data.at };
    case 'ProposalRejected':
      return { ...proposal, status: 'rejected', reason: fact.data.reason, settledAt: fact.data.at };
    case 'RejectionExplained':
      return { ...proposal, reason: fact.data.reason, revision: fact.data.revision };
    default:
      return unreachable(fact);
  }
}

/** What every fact about a settled proposal says of it. */
export function settledData(
  proposal: ExistingProposal,
  { by, month, at }: { by: string; month: string; at: string },
): SettledData {
  const { installationId, organisationId, externalId, recordType } = proposal;
  return { installationId, organisationId, externalId, recordType, by, month, at };
}
