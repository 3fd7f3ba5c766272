import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, created } from '../../../test/example-case.js';
import { added, removed, sara } from '../../../test/example-person.js';
import { personStream, type PersonFact } from '../../person/person.js';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { byAdmin, byMember, pending } from '../../../test/example-proposal.js';
import { assignProposal, type AssignProposal } from './assign-proposal.js';

const assign = (overrides: Partial<AssignProposal> = {}) =>
  assignProposal.bind(null, { ...byAdmin, assigneeId: 'per_1', ...overrides });
const to = (...assignee: readonly PersonFact[]) => given({ ...pending(), assignee: [personStream, ...assignee] });
const assigned = (assigneeId: string | null) => ({
  type: 'ProposalAssigned',
  data: { assigneeId, by: 'per_1', at },
});
const problem = (code: string) => ({ problems: [expect.objectContaining({ code, path: '/assignee_id' })] });

describe('assignProposal', () => {
  it('assigns a pending proposal, once, and takes the assignment back', () => {
    to(added)
      .when(assign())
      .thenFactsOf({ proposal: [assigned('per_1')] })
      .thenReplies({ status: 'pending', assigneeId: 'per_1' })
      .when(assign())
      .thenFacts()
      .when(assign({ assigneeId: null }))
      .thenFactsOf({ proposal: [assigned(null)] });
  });

  it('rejects a person who left, who is of another organisation, or who cannot see the record', () => {
    const elsewhere: PersonFact = { type: 'PersonAdded', data: { ...sara, organisationId: 'org_2' } };
    const outsider: PersonFact = { type: 'PersonAdded', data: { ...sara, personId: 'per_3', role: 'member' } };
    const refused = 'request.invalid';
    for (const history of [[], [added, removed], [elsewhere]])
      to(...history)
        .when(assign())
        .thenRefuses(refused, problem('person_unknown'));
    given({ ...pending([created({ member_ids: ['per_1'] })]), assignee: [personStream, outsider] })
      .when(assign({ assigneeId: 'per_3' }))
      .thenRefuses(refused, problem('record_not_visible'));
  });

  it('rejects an assignment by a person who cannot see the record, and one of a settled proposal', () => {
    given({ ...pending([created({ member_ids: ['per_1'] })]), assignee: [personStream, added] })
      .when(assign(byMember))
      .thenRefuses('proposal.not_found');
    to(added)
      .when((states) =>
        applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: false, seenRevision: null }, states),
      )
      .when(assign())
      .thenRefuses('proposal.settled', { status: 'applied' });
  });
});
