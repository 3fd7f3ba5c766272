import type { JsonObject } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision, type Refused } from '@kushk/decider';
import { changeRecord, deleteRecord } from '../../platform-record/platform-record.js';
import { proposable, type ProposableFact, type ProposableRecord } from '../proposable-records.js';
import {
  undoneProposal,
  type AppliedOver,
  type AppliedProposal,
  type ProposalFact,
  type Settlement,
} from '../proposal.js';
import { canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface UndoProposal extends Pick<Settlement, 'organisationId' | 'person' | 'at'> {
  /** Whether something refers to the record that the proposal created. */
  readonly isReferenced: boolean;
}
interface Facts {
  readonly proposal: readonly ProposalFact[];
  readonly record: readonly ProposableFact[];
}
type UndoRefusal = 'expired' | 'changed' | 'referenced' | 'undone' | 'not_applied' | 'other_person' | 'rule';

/** How long after a proposal was applied its person can undo it. */
const UNDO_WITHIN_MS = 30_000;

/**
 * Takes back the change of the record that a person applied. It is this person's own edit, which writes the values that
 * the record had just before; a record that the proposal created is deleted. The proposal stays applied.
 */
export function undoProposal(
  command: UndoProposal,
  { proposal, record }: ProposalAndRecord,
): Decision<Facts, AppliedProposal> {
  if (proposal.status === 'absent' || !canSettle(command, proposal, record)) return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'pending':
    case 'rejected':
    case 'withdrawn':
      return refuseUndo('not_applied');
    case 'applied': {
      const { settledAt, ruleId, settlerId, undoneAt, over } = proposal;
      const { person, at } = command;
      if (ruleId !== null) return refuseUndo('rule');
      if (settlerId !== person.id) return refuseUndo('other_person');
      if (undoneAt !== undefined) return refuseUndo('undone');
      // Without `over`, an older version applied it, while both ran during an upgrade.
      if (over === undefined || Date.parse(at) - Date.parse(settledAt) > UNDO_WITHIN_MS) return refuseUndo('expired');
      const restored = restoredRecord(command, proposal, { record, over });
      if (!restored.accepted) return restored;
      return accept(
        { proposal: [undone(proposal, command)], record: restored.facts },
        undoneProposal(proposal, { at }),
      );
    }
    default:
      return unreachable(proposal);
  }
}

function undone(proposal: AppliedProposal, { person, at }: UndoProposal): ProposalFact {
  const { installationId, organisationId, externalId, recordType, recordId } = proposal;
  const data = { installationId, organisationId, externalId, recordType, recordId, by: person.id, at };
  return { type: 'ProposalUndone', data };
}

function restoredRecord(
  { person, at, isReferenced }: UndoProposal,
  proposal: AppliedProposal,
  { record, over }: { readonly record: ProposableRecord; readonly over: AppliedOver },
): Decision<readonly ProposableFact[], null> {
  const { type } = proposable(proposal.recordType);
  const by = { personId: person.id, proposalId: null, undoneProposalId: proposal.proposalId };
  switch (record.status) {
    case 'absent':
      return refuseUndo('changed');
    case 'present': {
      if (proposal.action === 'create') {
        if (record.revision !== over.revision) return refuseUndo('changed');
        return isReferenced ? refuseUndo('referenced') : accept([deleteRecord(type, { by, at }, record)], null);
      }
      const fields = Object.keys(proposal.changes);
      if (fields.some((field) => (record.fieldRevisions[field] ?? 0) > over.revision)) return refuseUndo('changed');
      const restored = changeRecord(type, { changes: formerValues(proposal), by, at }, record);
      // Another field was edited, and contradicts the former values.
      return restored.accepted ? accept(restored.facts, null) : refuseUndo('changed');
    }
    default:
      return unreachable(record);
  }
}

/** The values that the fields of the record had just before the proposal was applied. */
export function formerValues({ changes, baseValues, over }: AppliedProposal): JsonObject {
  const former = { ...baseValues, ...over?.formerValues };
  return Object.fromEntries(Object.keys(changes).map((field) => [field, former[field] ?? null]));
}

function refuseUndo(reason: UndoRefusal): Refused {
  return refuse('proposal.undo_refused', { reason });
}
