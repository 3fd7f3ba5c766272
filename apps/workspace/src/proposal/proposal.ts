/**
 * A change that a plugin proposes and a person applies or rejects. A plugin can change the platform's records in no
 * other way.
 */
import type { JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Viewer } from '../platform-record/visibility.js';

export interface Proposed {
  readonly proposalId: string;
  readonly installationId: string;
  readonly organisationId: string;
  readonly pluginId: string;
  readonly externalId: string;
  readonly recordType: string;
  readonly action: 'create' | 'update';
  /** The id of the record; null when the proposal creates one. */
  readonly recordId: string | null;
  /**
   * The revision of the record that the plugin has read; by default the current revision at the time of the proposal.
   * Null when the proposal creates a record.
   */
  readonly baseRevision: number | null;
  readonly changes: JsonObject;
  readonly summary: string;
  readonly assigneeId: string | null;
  /** The person whose handle the plugin used; null when the plugin used no handle. */
  readonly onBehalfOf: string | null;
}
/** The data of every published fact. It is complete, so that a subscriber needs no state of its own. */
export interface SettledData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly externalId: string;
  readonly recordType: string;
  /** The changed or created record; null when a proposal that creates a record is rejected. */
  readonly recordId: string | null;
  /** The person who settled it, or the admin whose rights the rule has. */
  readonly by: string;
  /** The rule that applied it; null when a person settled it. */
  readonly ruleId: string | null;
  readonly month: string;
  readonly at: string;
}
/** A proposal as it was made. */
export interface Made extends Proposed {
  /** The values of the changed fields when the proposal was made; empty when it creates a record. */
  readonly baseValues: JsonObject;
  /**
   * The changed fields that had been edited since the base revision: the plugin had not read their values. Absent in
   * facts of 0.1.0.
   */
  readonly editedFields?: readonly string[];
}
/** What an undo needs to know of the moment when the proposal was applied. */
export interface AppliedOver {
  /** The revision of the record after the change. */
  readonly revision: number;
  /** The values that the fields had just before, where these are not the values when the proposal was made. */
  readonly formerValues: JsonObject;
}
export type ProposalFact =
  | Fact<'ProposalMade', Made & { at: string }>
  | Fact<'ProposalAssigned', { assigneeId: string | null; by: string; at: string }>
  /** `over` is absent when a rule applied it, and in facts of 0.1.0. */
  | Fact<'ProposalApplied', SettledData & { recordId: string; over?: AppliedOver }>
  | Fact<'ProposalUndone', Omit<SettledData, 'ruleId' | 'month'> & { recordId: string }>
  | Fact<'ProposalRejected', SettledData & { reason: string | null }>
  | Fact<'RejectionExplained', SettledData & { reason: string; revision: number }>
  | Fact<'ProposalWithdrawn', { at: string }>;

interface ProposalData extends Made {
  readonly createdAt: string;
}
interface Pending extends ProposalData {
  readonly status: 'pending';
  readonly reason: null;
  readonly revision: 1;
  readonly settledAt: null;
}
interface Applied extends ProposalData {
  readonly status: 'applied';
  readonly recordId: string;
  readonly ruleId: string | null;
  /** The person who settled it, or the admin whose rights the rule has. */
  readonly settlerId: string;
  readonly reason: null;
  readonly revision: 1;
  readonly settledAt: string;
  /** Absent when it cannot be undone. */
  readonly over?: AppliedOver;
  /** When the person who applied it took the change of the record back. It stays applied: that was the verdict. */
  readonly undoneAt?: string;
}
interface Rejected extends ProposalData {
  readonly status: 'rejected';
  readonly settlerId: string;
  readonly reason: string | null;
  /** Increases when a reason is added later: plugins receive the outcome again with the higher revision. */
  readonly revision: number;
  readonly settledAt: string;
}
/** The plugin took the proposal back while it was pending, so it was never settled. */
interface Withdrawn extends ProposalData {
  readonly status: 'withdrawn';
  readonly reason: null;
  readonly revision: 1;
  readonly settledAt: null;
}
export type Proposal = { readonly status: 'absent' } | Pending | Applied | Rejected | Withdrawn;
export type ExistingProposal = Exclude<Proposal, { status: 'absent' }>;
export type PendingProposal = Extract<Proposal, { status: 'pending' }>;
export type AppliedProposal = Extract<Proposal, { status: 'applied' }>;
export type RejectedProposal = Extract<Proposal, { status: 'rejected' }>;
export type WithdrawnProposal = Extract<Proposal, { status: 'withdrawn' }>;

export const proposalStream: StreamType<Proposal, ProposalFact> = {
  category: 'proposal',
  factTypes: {
    ProposalMade: true,
    ProposalAssigned: true,
    ProposalApplied: true,
    ProposalUndone: true,
    ProposalRejected: true,
    RejectionExplained: true,
    ProposalWithdrawn: true,
  },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

function evolve(proposal: Proposal, fact: ProposalFact): Proposal {
  if (fact.type === 'ProposalMade') return pendingProposal(fact.data);
  if (proposal.status === 'absent') return proposal;
  switch (fact.type) {
    case 'ProposalAssigned':
      return proposal.status === 'pending' ? assignedProposal(proposal, fact.data) : proposal;
    case 'ProposalApplied':
      return appliedProposal(proposal, fact.data);
    case 'ProposalUndone':
      return proposal.status === 'applied' ? undoneProposal(proposal, fact.data) : proposal;
    case 'ProposalRejected':
      return rejectedProposal(proposal, fact.data);
    case 'RejectionExplained':
      return proposal.status === 'rejected' ? explainedProposal(proposal, fact.data) : proposal;
    case 'ProposalWithdrawn':
      return withdrawnProposal(proposal);
    default:
      return unreachable(fact);
  }
}

export function pendingProposal({ at, ...proposed }: Made & { readonly at: string }): PendingProposal {
  return { ...proposed, status: 'pending', reason: null, revision: 1, createdAt: at, settledAt: null };
}

export function assignedProposal(
  proposal: PendingProposal,
  { assigneeId }: { readonly assigneeId: string | null },
): PendingProposal {
  return { ...proposal, assigneeId };
}

export function appliedProposal(
  proposal: ExistingProposal,
  {
    recordId,
    ruleId,
    by,
    at,
    over,
  }: Pick<SettledData, 'ruleId' | 'by' | 'at'> & { readonly recordId: string; readonly over?: AppliedOver },
): AppliedProposal {
  const settled = { recordId, ruleId, settlerId: by, reason: null, revision: 1, settledAt: at } as const;
  return { ...proposal, status: 'applied', ...settled, ...(over !== undefined && { over }) };
}

export function undoneProposal(proposal: AppliedProposal, { at }: Pick<SettledData, 'at'>): AppliedProposal {
  return { ...proposal, undoneAt: at };
}

export function rejectedProposal(
  proposal: ExistingProposal,
  { reason, by, at }: Pick<SettledData, 'by' | 'at'> & { readonly reason: string | null },
): RejectedProposal {
  return { ...proposal, status: 'rejected', settlerId: by, reason, revision: 1, settledAt: at };
}

export function explainedProposal(
  proposal: RejectedProposal,
  { reason, revision }: { readonly reason: string; readonly revision: number },
): RejectedProposal {
  return { ...proposal, reason, revision };
}

export function withdrawnProposal(proposal: ExistingProposal): WithdrawnProposal {
  return { ...proposal, status: 'withdrawn', reason: null, revision: 1, settledAt: null };
}

/** Who settles a proposal, and when. */
export interface Settlement {
  readonly organisationId: string;
  /** The person who settles it, or the admin whose rights the rule has. */
  readonly person: Viewer;
  /** The rule that applies it; null when the person settles it. */
  readonly ruleId: string | null;
  readonly month: string;
  readonly at: string;
}

export function settledData(proposal: ExistingProposal, { person, ruleId, month, at }: Settlement): SettledData {
  const { installationId, organisationId, externalId, recordType, recordId } = proposal;
  return { installationId, organisationId, externalId, recordType, recordId, by: person.id, ruleId, month, at };
}

/** The validation rule for the reason that a person gives for a rejection. */
export const reasonRule = { required: true, maxCodePoints: 4_000 } as const;
