import type { Problem } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Person } from '../../person/person.js';
import { unknownPerson } from '../../platform-record/record-validator.js';
import type { Viewer } from '../../platform-record/visibility.js';
import { assignedProposal, type PendingProposal, type ProposalFact } from '../proposal.js';
import { assigneeCannotSee, canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface AssignProposal {
  readonly organisationId: string;
  /** The person who assigns it. */
  readonly person: Viewer;
  /** Null takes the assignment back. */
  readonly assigneeId: string | null;
  readonly at: string;
}
interface States extends ProposalAndRecord {
  /** The person to whom it is assigned; absent when the assignment is taken back. */
  readonly assignee: Person;
}
interface Facts {
  readonly proposal: readonly ProposalFact[];
}

/** Assigns a pending proposal to a person who can see its record and therefore settle it. */
export function assignProposal(
  { organisationId, person, assigneeId, at }: AssignProposal,
  { proposal, record, assignee }: States,
): Decision<Facts, PendingProposal> {
  if (proposal.status === 'absent' || !canSettle({ organisationId, person }, proposal, record))
    return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'applied':
    case 'rejected':
    case 'withdrawn':
      return refuse('proposal.settled', { status: proposal.status });
    case 'pending': {
      const problem = assigneeId === null ? null : problemOf(assignee, organisationId, { proposal, record });
      if (problem !== null) return refuse('request.invalid', { problems: [problem] });
      if (assigneeId === proposal.assigneeId) return accept({ proposal: [] }, proposal);
      const fact: ProposalFact = { type: 'ProposalAssigned', data: { assigneeId, by: person.id, at } };
      return accept({ proposal: [fact] }, assignedProposal(proposal, { assigneeId }));
    }
    default:
      return unreachable(proposal);
  }
}

function problemOf(
  assignee: Person,
  organisationId: string,
  { proposal, record }: { readonly proposal: PendingProposal; readonly record: States['record'] },
): Problem | null {
  switch (assignee.status) {
    case 'absent':
    case 'removed':
      return unknownPerson('/assignee_id');
    case 'active': {
      if (assignee.organisationId !== organisationId) return unknownPerson('/assignee_id');
      const person = { id: assignee.personId, role: assignee.role };
      return canSettle({ organisationId, person }, proposal, record) ? null : assigneeCannotSee;
    }
    default:
      return unreachable(assignee);
  }
}
