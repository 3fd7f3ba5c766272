import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { caseType, type Case, type CaseFact, type CaseFields } from '../../case/case.js';
import { changeRecord, createRecord, type PresentRecord } from '../../platform-record/platform-record.js';
import type { ExternalIdFact } from '../external-id.js';
import {
  appliedProposal,
  settledData,
  type AppliedProposal,
  type PendingProposal,
  type ProposalFact,
  type Settlement,
} from '../proposal.js';
import { canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface ApplyProposal extends Settlement {
  /** The id of the case that the proposal creates. */
  readonly newRecordId: string;
}
interface Facts {
  readonly proposal: readonly ProposalFact[];
  readonly externalId: readonly ExternalIdFact[];
  readonly record: readonly CaseFact[];
}

/** Applies the change that a plugin proposed. The proposal and the case change in one commit. */
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
      const data = { ...settledData(proposal, command), recordId: proposal.recordId ?? command.newRecordId };
      return accept(
        {
          proposal: [{ type: 'ProposalApplied', data }],
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
  { organisationId, person, at, newRecordId }: ApplyProposal,
  { proposalId, action, baseRevision, ...proposal }: PendingProposal,
  record: Case,
): Decision<readonly CaseFact[], PresentRecord<CaseFields>> {
  const by = { personId: person.id, proposalId };
  const changes = proposal.changes as Partial<CaseFields>;
  if (action === 'create') {
    const creation = { recordId: newRecordId, organisationId, fields: changes, by, at };
    return createRecord(caseType, creation, record);
  }
  switch (record.status) {
    case 'absent':
      return refuse('proposal.not_found');
    case 'present': {
      const conflicts = conflictsOf(changes, baseRevision ?? record.revision, record);
      if (conflicts.length > 0) return refuse('proposal.stale', { conflicts, revision: record.revision });
      return changeRecord(caseType, { changes, by, at }, record);
    }
    default:
      return unreachable(record);
  }
}

/**
 * Returns the conflicting fields: they were edited after the proposal's base revision, and their current value
 * differs from the proposed one.
 */
function conflictsOf(
  changes: Partial<CaseFields>,
  baseRevision: number,
  record: PresentRecord<CaseFields>,
): { field: string; proposed: unknown; current: unknown }[] {
  return Object.entries(changes)
    .map(([field, proposed]) => ({ field, proposed, current: record.fields[field as keyof CaseFields] }))
    .filter(
      ({ field, proposed, current }) =>
        (record.fieldRevisions[field as keyof CaseFields] ?? 0) > baseRevision &&
        JSON.stringify(proposed) !== JSON.stringify(current),
    );
}
