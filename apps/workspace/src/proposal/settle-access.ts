import { unreachable } from '@kushk/decider';
import { canSee } from '../platform-record/visibility.js';
import { proposable, type ProposableRecord } from './proposable-records.js';
import type { ExistingProposal, Proposal, Settlement } from './proposal.js';

/** A proposal, and the record that it changes or creates. */
export interface ProposalAndRecord {
  readonly proposal: Proposal;
  readonly record: ProposableRecord;
}

/** Returns true when the proposal belongs to the person's organisation and the person can see its record. */
export function canSettle(
  { organisationId, person }: Pick<Settlement, 'organisationId' | 'person'>,
  proposal: ExistingProposal,
  record: ProposableRecord,
): boolean {
  if (proposal.organisationId !== organisationId) return false;
  switch (record.status) {
    case 'absent':
      return true;
    case 'present':
      return canSee(person, proposable(proposal.recordType).type.visibility(record.fields));
    default:
      return unreachable(record);
  }
}
