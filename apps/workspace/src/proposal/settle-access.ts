import { unreachable } from '@kushk/decider';
import { caseType, type Case } from '../case/case.js';
import { canSee } from '../platform-record/visibility.js';
import type { ExistingProposal, Proposal, Settlement } from './proposal.js';

/** A proposal, and the case that it changes or creates. */
export interface ProposalAndRecord {
  readonly proposal: Proposal;
  readonly record: Case;
}

/** Returns true when the proposal belongs to the person's organisation and the person can see its case. */
export function canSettle({ organisationId, person }: Settlement, proposal: ExistingProposal, record: Case): boolean {
  if (proposal.organisationId !== organisationId) return false;
  switch (record.status) {
    case 'absent':
      return true;
    case 'present':
      return canSee(person, caseType.visibility(record.fields));
    default:
      return unreachable(record);
  }
}
