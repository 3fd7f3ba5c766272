import { expect } from '@jest/globals';
import { workspace } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { organisationStream } from './organisation/organisation.js';
import { personStream } from './person/person.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

const NOT_REACHED = 'no journey that was recorded reaches it';
const NEW = 'the last release does not have it';

describeRecordedLogs({
  name: 'workspace',
  module: WorkspaceModule,
  store: workspaceStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'organisation AdminLeft': NOT_REACHED,
    'person PersonChanged': NOT_REACHED,
    'person_preferences PreferencesChanged': NOT_REACHED,
    'person_views ViewSaved': NEW,
    'person_views ViewRemoved': NEW,
    'person_session PersonSessionUsed': NOT_REACHED,
    'person_session PersonSessionEnded': NOT_REACHED,
    'document DocumentEdited': NOT_REACHED,
    'calendar_event CalendarEventEdited': NOT_REACHED,
    'session SessionEdited': NOT_REACHED,
    'rule_set RuleEnded': NOT_REACHED,
    'proposal_quota ProposalCounted': NEW,
    'proposal_quota ProposalEndCounted': NEW,
    'record_quota RecordWriteCounted': NEW,
    'record_quota RecordDeletionCounted': NEW,
    'proposal ProposalUndone': NEW,
    'case CaseDeleted': NEW,
    'document DocumentDeleted': NEW,
    'calendar_event CalendarEventDeleted': NEW,
    'session SessionDeleted': NEW,
    'memory MemoryDeleted': NEW,
    'notice NoticeGiven': NEW,
    'notice NoticeEnded': NEW,
    'notification_reader NotificationsRead': NEW,
    'notification_reader NotificationPreferencesSet': NEW,
    'roster LeadLeft': NOT_REACHED,
  },
  async expectServed(service, log) {
    const { items } = await service.reply(workspace.listOrganisations, { limit: 100, cursor: null });
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(log.statesOf(organisationStream).keys()));
    for (const [person_id, person] of log.statesOf(personStream)) {
      if (person.status !== 'active') continue;
      const found = await service.reply(workspace.getPerson, { organisation_id: person.organisationId, person_id });
      expect(found).toMatchObject({ name: person.name });
    }
  },
});
