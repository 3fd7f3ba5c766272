import type { ProposedField } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { changeRecord, createRecord, isSame } from '../../platform-record/platform-record.js';
import type { ExternalIdFact } from '../external-id.js';
import {
  proposable,
  type PresentProposable,
  type ProposableFact,
  type ProposableRecord,
} from '../proposable-records.js';
import {
  appliedProposal,
  settledData,
  type AppliedOver,
  type AppliedProposal,
  type PendingProposal,
  type ProposalFact,
  type Settlement,
} from '../proposal.js';
import type { ProposalQuotaFact } from '../proposal-quota.js';
import { conflictsOf, proposedFields } from '../proposed-fields.js';
import { canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface ApplyProposal extends Settlement {
  /** The id of the record that the proposal creates. */
  readonly newRecordId: string;
  /** Whether the person has seen the conflicts and wants the proposed values all the same. */
  readonly overwrite: boolean;
  /** The revision whose values the person has seen; later edits conflict all the same. Null: any revision. */
  readonly seenRevision: number | null;
}
interface Facts {
  readonly quota: readonly ProposalQuotaFact[];
  readonly proposal: readonly ProposalFact[];
  readonly externalId: readonly ExternalIdFact[];
  readonly record: readonly ProposableFact[];
}

/** Applies the change that a plugin proposed. The proposal and the record change in one commit. */
export function applyProposal(
  command: ApplyProposal,
  { proposal, record }: ProposalAndRecord,
): Decision<Facts, AppliedProposal> {
  if (proposal.status === 'absent' || !canSettle(command, proposal, record)) return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'applied':
    case 'rejected':
    case 'withdrawn':
      return refuse('proposal.settled', { status: proposal.status });
    case 'pending': {
      const change = proposedChange(command, proposal, record);
      if (!change.accepted) return change;
      const data = {
        ...settledData(proposal, command),
        recordId: proposal.recordId ?? command.newRecordId,
        ...(command.ruleId === null && { over: appliedOver(proposal, record, change.reply) }),
      };
      return accept(
        {
          proposal: [{ type: 'ProposalApplied', data }],
          quota: [{ type: 'ProposalEndCounted', data: { proposalId: proposal.proposalId } }],
          externalId: [{ type: 'ExternalIdFreed', data: { proposalId: proposal.proposalId } }],
          record: change.facts,
        },
        appliedProposal(proposal, data),
      );
    }
    default:
      return unreachable(proposal);
  }
}

function proposedChange(
  { organisationId, person, ruleId, at, newRecordId, overwrite, seenRevision }: ApplyProposal,
  proposal: PendingProposal,
  record: ProposableRecord,
): Decision<readonly ProposableFact[], PresentProposable> {
  const { proposalId, recordType, action, changes } = proposal;
  const { type } = proposable(recordType);
  const by = { personId: person.id, proposalId, ...(ruleId !== null && { ruleId }) };
  if (action === 'create') {
    return createRecord(type, { recordId: newRecordId, organisationId, fields: changes, by, at }, record);
  }
  switch (record.status) {
    case 'absent':
      return refuse('proposal.not_found');
    case 'present': {
      const isUnseen = ({ field }: ProposedField): boolean =>
        !overwrite || (seenRevision !== null && (record.fieldRevisions[field] ?? 0) > seenRevision);
      const conflicts = conflictsOf(proposedFields(proposal, record).filter(isUnseen));
      if (conflicts.length > 0) return refuse('proposal.stale', { conflicts, revision: record.revision });
      return changeRecord(type, { changes, by, at }, record);
    }
    default:
      return unreachable(record);
  }
}

function appliedOver(proposal: PendingProposal, before: ProposableRecord, after: PresentProposable): AppliedOver {
  const { revision } = after;
  switch (before.status) {
    case 'absent':
      return { revision, formerValues: {} };
    case 'present': {
      const former = Object.keys(proposal.changes).map((field) => [field, before.fields[field] ?? null] as const);
      const edited = former.filter(([field, value]) => !isSame(value, proposal.baseValues[field] ?? null));
      return { revision, formerValues: Object.fromEntries(edited) };
    }
    default:
      return unreachable(before);
  }
}
