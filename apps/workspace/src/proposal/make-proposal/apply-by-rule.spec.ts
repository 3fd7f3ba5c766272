import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { calendarEventType } from '../../calendar-event/calendar-event.js';
import { adminJoined, created as organisationCreated } from '../../../test/example-organisation.js';
import { organisationStream, type OrganisationFact } from '../../organisation/organisation.js';
import { ruleEnded, ruleMade } from '../../../test/example-rule.js';
import { ruleSetStream, type RuleSetFact } from '../../rule/rule-set.js';
import { counted, endCounted, proposing, taken } from '../../../test/example-proposal.js';
import { externalIdStream } from '../external-id.js';
import { proposable, type ProposableFact } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { proposalQuotaStream } from '../proposal-quota.js';
import { makeUnderRules } from './apply-by-rule.js';
import type { MakeProposal } from './make-proposal.js';

const { at } = proposing;
const time = (hour: number) => `2026-12-01T0${hour}:00:00.000Z`;
const fields = { title: 'Meeting', starts_at: time(6), ends_at: time(7) };
const by = { personId: 'per_1', proposalId: null };
const created: ProposableFact = {
  type: 'CalendarEventCreated',
  data: {
    recordId: 'cal_1',
    organisationId: 'org_1',
    fields: { ...calendarEventType.defaults, ...fields },
    by,
    at,
  },
};
const moved: ProposableFact = {
  type: 'CalendarEventEdited',
  data: { changes: { ends_at: time(8) }, revision: 2, by, at },
};
const create: MakeProposal = {
  ...proposing,
  recordType: 'calendar_event',
  action: 'create',
  recordId: null,
  changes: fields,
};
const update: MakeProposal = { ...create, action: 'update', recordId: 'cal_1', changes: { ends_at: time(9) } };

const under = (
  rules: readonly RuleSetFact[],
  record: readonly ProposableFact[] = [],
  people: readonly OrganisationFact[] = [adminJoined('per_1')],
) =>
  given({
    quota: [proposalQuotaStream],
    externalId: [externalIdStream],
    proposal: [proposalStream],
    record: [proposable('calendar_event').type.stream, ...record],
    organisation: [organisationStream, organisationCreated, ...people],
    ruleSet: [ruleSetStream, ...rules],
  });
const make = (proposal: MakeProposal) =>
  makeUnderRules.bind(null, { proposal, newRecordId: 'cal_9', month: '2026-11' });
const pending = { created: true, proposal: { status: 'pending' } };

describe('makeUnderRules', () => {
  it('makes, applies and changes the record in one decision, with the rights of the author of the rule', () => {
    under([ruleMade()])
      .when(make(create))
      .thenReplies({ created: true, proposal: { status: 'applied', recordId: 'cal_9', ruleId: 'rul_1' } })
      .thenFactsMatch(
        counted,
        endCounted,
        taken,
        { type: 'ExternalIdFreed' },
        { type: 'ProposalMade' },
        { type: 'ProposalApplied', data: expect.objectContaining({ by: 'per_1', ruleId: 'rul_1', month: '2026-11' }) },
        {
          type: 'CalendarEventCreated',
          data: expect.objectContaining({ by: { ...by, proposalId: 'prp_1', ruleId: 'rul_1' } }),
        },
      )
      .thenState({ record: { status: 'present', recordId: 'cal_9', fields: { title: 'Meeting' } } });
  });

  it('applies by a rule for every plugin, and prefers the rule for the plugin', () => {
    const every = ruleMade({ ruleId: 'rul_2', pluginId: null });
    under([every])
      .when(make(create))
      .thenReplies({ proposal: { ruleId: 'rul_2' } });
    under([every, ruleMade()])
      .when(make(create))
      .thenReplies({ proposal: { ruleId: 'rul_1' } });
  });

  it('leaves the proposal pending without a matching rule that is in force', () => {
    for (const rules of [
      [],
      [ruleMade({ pluginId: 'ir.acme.other' })],
      [ruleMade({ recordType: 'document' })],
      [ruleMade({ actions: ['update'] })],
      [ruleMade(), ruleEnded],
    ])
      under(rules).when(make(create)).thenReplies(pending);
    under([ruleMade()], [], [adminJoined('per_2')])
      .when(make(create))
      .thenReplies(pending);
  });

  it('never overwrites a newer edit, and applies a change of the current revision', () => {
    under([ruleMade()], [created, moved])
      .when(make({ ...update, baseRevision: 1 }))
      .thenReplies(pending)
      .thenState({ record: { revision: 2, fields: { ends_at: time(8) } } });
    under([ruleMade()], [created, moved])
      .when(make(update))
      .thenReplies({ proposal: { status: 'applied' } })
      .thenState({ record: { revision: 3, fields: { ends_at: time(9) } } });
  });
});
