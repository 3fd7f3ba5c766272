import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { sees, type Case, type CaseChanges, type CaseFact, type CaseField, type PresentCase } from '../../case/case.js';
import { createCase } from '../../case/create-case/create-case.js';
import { edits } from '../../case/edit-case/edit-case.js';
import {
  proposalStream,
  settledData,
  type ExistingProposal,
  type ExternalIdFact,
  type Proposal,
  type ProposalFact,
} from '../proposal.js';

export interface Settle {
  readonly organisationId: string;
  readonly person: { readonly id: string; readonly role: 'admin' | 'member' };
  readonly month: string;
  readonly at: string;
}
export interface ApplyProposal extends Settle {
  /** The id that a new record gets. */
  readonly newRecordId: string;
}
type States = { proposal: Proposal; externalId: unknown; record: Case };
type Facts = { proposal: ProposalFact[]; externalId: ExternalIdFact[]; record: CaseFact[] };

/** Carries out what a plugin proposed, because a person said so: proposal and record change in one commit (contract §8). */
export function applyProposal(command: ApplyProposal, { proposal, record }: States): Decision<Facts, ExistingProposal> {
  const { organisationId, person, month, at, newRecordId } = command;
  if (proposal.status === 'absent' || proposal.organisationId !== organisationId || !maySettle(person, record))
    return refuse('proposal.not_found');
  if (proposal.status !== 'pending') return refuse('proposal.settled', { status: proposal.status });
  const by = { personId: person.id, proposalId: proposal.proposalId };
  const changes = proposal.changes as CaseChanges;
  let recordFacts: CaseFact[];
  if (proposal.action === 'create') {
    const created = createCase({ caseId: newRecordId, organisationId, fields: changes, by, at }, record);
    if (!created.accepted) return created;
    recordFacts = created.facts;
  } else {
    if (record.status === 'absent') return refuse('proposal.not_found');
    const conflicts = conflictsOf(changes, proposal.baseRevision ?? record.revision, record);
    if (conflicts.length > 0) return refuse('proposal.stale', { conflicts, revision: record.revision });
    recordFacts = edits(record, { changes, by, at });
  }
  const applied: ProposalFact = {
    type: 'ProposalApplied',
    data: { ...settledData(proposal, { by: person.id, month, at }), recordId: proposal.recordId ?? newRecordId },
  };
  const after = fold(proposalStream, [applied], proposal);
  return accept(
    {
      proposal: [applied],
      externalId: [{ type: 'ExternalIdFreed', data: { proposalId: proposal.proposalId } }],
      record: recordFacts,
    },
    after.status === 'absent' ? proposal : after,
  );
}

/** A person settles what they see: a proposal about a hidden case is not there for them. */
export function maySettle(person: Settle['person'], record: Case): boolean {
  return record.status === 'absent' || sees(person, record.fields);
}

/** Fields that somebody has edited since the plugin looked, to something else than it proposes. */
function conflictsOf(
  changes: CaseChanges,
  baseRevision: number,
  record: PresentCase,
): { field: string; proposed: unknown; current: unknown }[] {
  return Object.entries(changes)
    .map(([field, proposed]) => ({ field, proposed, current: record.fields[field as CaseField] }))
    .filter(
      ({ field, proposed, current }) =>
        (record.fieldRevisions[field as CaseField] ?? 0) > baseRevision &&
        JSON.stringify(proposed) !== JSON.stringify(current),
    );
}
