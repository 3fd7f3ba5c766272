import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import type { CalendarEventFact } from '../../calendar-event/calendar-event.js';
import type { CaseFact } from '../../case/case.js';
import { at, created, edited } from '../../../test/example-case.js';
import { byAdmin, byMember, made, pending, settledData } from '../../../test/example-proposal.js';
import { applyProposal, type ApplyProposal } from '../apply-proposal/apply-proposal.js';
import { proposable, type ProposableFact } from '../proposable-records.js';
import type { ProposalFact } from '../proposal.js';
import { rejectProposal } from '../reject-proposal/reject-proposal.js';
import type { ProposalAndRecord } from '../settle-access.js';
import { undoProposal, type UndoProposal } from './undo-proposal.js';

/** The time so many milliseconds after the proposal was applied. */
const after = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
const apply =
  (overrides: Partial<ApplyProposal> = {}) =>
  (states: ProposalAndRecord) =>
    applyProposal({ ...byAdmin, newRecordId: 'cas_9', overwrite: true, seenRevision: null, ...overrides }, states);
const undo =
  (overrides: Partial<UndoProposal> = {}) =>
  (states: ProposalAndRecord) => {
    const { organisationId, person } = byAdmin;
    return undoProposal({ organisationId, person, isReferenced: false, at: after(30_000), ...overrides }, states);
  };
const updating = (record?: CaseFact[], proposal?: ProposalFact) => given(pending(record, proposal)).when(apply());
const toCreate = made({ action: 'create', recordId: null, baseRevision: null, changes: { title: 'Invoice 7' } });
const creating = () => given(pending([], toCreate)).when(apply());
const { ruleId: _rule, month: _month, ...undoneData } = settledData;
/** An edit of the record by somebody, between the proposal and its undo. */
const edit = (fact: CaseFact) => () => ({
  accepted: true as const,
  facts: { record: [fact as ProposableFact] },
  reply: null,
});

describe('undoProposal', () => {
  it('writes the former values as an edit of the person, and keeps the verdict', () => {
    updating([created({ amount: '7' })], made({ baseValues: { amount: '7' } }))
      .when(undo())
      .thenFactsOf({
        proposal: [{ type: 'ProposalUndone', data: { ...undoneData, at: after(30_000) } }],
        record: [
          {
            type: 'CaseEdited',
            data: {
              changes: { amount: '7' },
              revision: 3,
              by: { personId: 'per_1', proposalId: null, undoneProposalId: 'prp_1' },
              at: after(30_000),
            },
          },
        ],
      })
      .thenReplies({ status: 'applied', settledAt: at, undoneAt: after(30_000) });
  });

  it('restores what the record had when the proposal was applied, not when it was made', () => {
    updating([created({ amount: '7' }), edited({ amount: '9' }, 2)], made({ baseValues: { amount: '7' } }))
      .when(undo())
      .thenState({ record: { fields: { amount: '9' } } });
  });

  it('changes nothing where the record already had the proposed value', () => {
    updating([created({ amount: '7' }), edited({ amount: '12.5' }, 2)], made({ baseValues: { amount: '7' } }))
      .when(undo())
      .thenFactsMatch({ type: 'ProposalUndone' });
  });

  it('deletes the record that the proposal created', () => {
    creating()
      .when(undo())
      .thenFactsMatch(
        { type: 'ProposalUndone', data: { recordId: 'cas_9' } },
        { type: 'CaseDeleted', data: { recordId: 'cas_9', title: 'Invoice 7' } },
      )
      .thenState({ record: { status: 'absent' } });
  });

  it('refuses after 30 seconds, and a second time', () => {
    updating()
      .when(undo({ at: after(30_001) }))
      .thenRefuses('proposal.undo_refused', { reason: 'expired' });
    updating().when(undo()).when(undo()).thenRefuses('proposal.undo_refused', { reason: 'undone' });
  });

  it('refuses when one of the fields was edited since, not when another was', () => {
    updating()
      .when(edit(edited({ amount: '1' }, 3)))
      .when(undo())
      .thenRefuses('proposal.undo_refused', { reason: 'changed' });
    updating()
      .when(edit(edited({ title: 'Renamed' }, 3)))
      .when(undo())
      .thenState({ record: { fields: { title: 'Renamed', amount: null }, revision: 4 } });
  });

  it('keeps a created record that was edited since, or to which something refers', () => {
    creating()
      .when(edit(edited({ title: 'Renamed' }, 2)))
      .when(undo())
      .thenRefuses('proposal.undo_refused', { reason: 'changed' });
    creating()
      .when(undo({ isReferenced: true }))
      .thenRefuses('proposal.undo_refused', { reason: 'referenced' });
  });

  it('refuses former values that an edit of another field has made impossible', () => {
    const event = { title: 'x', starts_at: at, ends_at: after(1_000), attendee_ids: null, case_id: null };
    const data = { recordId: 'evn_1', organisationId: 'org_1', fields: event, at };
    const by = { personId: 'per_1', proposalId: null, undoneProposalId: 'prp_1' };
    const facts: CalendarEventFact[] = [{ type: 'CalendarEventCreated', data: { ...data, by } }];
    const changes = { ends_at: after(9_000) };
    const proposal = made({
      recordType: 'calendar_event',
      recordId: 'evn_1',
      changes,
      baseValues: { ends_at: after(1_000) },
    });
    const later = { type: 'CalendarEventEdited', data: { changes: { starts_at: after(5_000) }, revision: 3, by, at } };
    const { stream } = proposable('calendar_event').type;
    given({ ...pending([], proposal), record: [stream, ...(facts as unknown as ProposableFact[])] })
      .when(apply())
      .when(edit(later as never))
      .when(undo())
      .thenRefuses('proposal.undo_refused', { reason: 'changed' });
  });

  it('refuses what a rule or another person applied, and what nobody did', () => {
    const rule = given(pending()).when(apply({ ruleId: 'rul_1' }));
    rule.when(undo()).thenRefuses('proposal.undo_refused', { reason: 'rule' });
    const other = { person: { id: 'per_3', role: 'admin' as const } };
    updating().when(undo(other)).thenRefuses('proposal.undo_refused', { reason: 'other_person' });
    given(pending()).when(undo()).thenRefuses('proposal.undo_refused', { reason: 'not_applied' });
    given(pending())
      .when((states) => rejectProposal({ ...byAdmin, reason: null }, states))
      .when(undo())
      .thenRefuses('proposal.undo_refused', { reason: 'not_applied' });
  });

  it('hides the proposal from other organisations and from people who cannot see the record', () => {
    const hidden = updating([created({ member_ids: ['per_1'] })]);
    hidden.when(undo({ person: byMember.person })).thenRefuses('proposal.not_found');
    hidden.when(undo({ organisationId: 'org_2' })).thenRefuses('proposal.not_found');
  });

  it('cannot undo what a process of an older version applied', () => {
    const data = { ...settledData, recordId: 'cas_1' };
    const { record } = pending([created(), edited({ amount: '12.5' }, 2)]);
    given({ record, proposal: [pending().proposal[0], made(), { type: 'ProposalApplied', data }] })
      .when(undo())
      .thenRefuses('proposal.undo_refused', { reason: 'expired' });
  });
});
