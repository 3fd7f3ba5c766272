/** Which lists of the instance API change with the facts of the workspace, and who may know. */
import type { InstanceList, ListChange } from '@kushk/contracts';
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { personPreferencesStream, personSessionStream, personViewsStream } from '@kushk/person-session';
import { rosterStream, staffStream } from '@kushk/staff';
import { calendarEventType } from '../calendar-event/calendar-event.js';
import { caseType } from '../case/case.js';
import { documentType } from '../document/document.js';
import { installationStream } from '../installation/installation.js';
import { memoryType } from '../memory/memory.js';
import { noticeStream } from '../notification/notice.js';
import { notificationReaderStream } from '../notification/notification-reader.js';
import { organisationStream } from '../organisation/organisation.js';
import { membershipStream } from '../person/membership.js';
import { personStream } from '../person/person.js';
import type { PlatformRecord, RecordDeleted } from '../platform-record/platform-record.js';
import type { Visibility } from '../platform-record/visibility.js';
import { externalIdStream } from '../proposal/external-id.js';
import { proposalStream } from '../proposal/proposal.js';
import { proposalQuotaStream } from '../proposal/proposal-quota.js';
import { recordStream } from '../record/record.js';
import { recordQuotaStream } from '../record/record-quota.js';
import { ruleSetStream } from '../rule/rule-set.js';
import { sessionType } from '../session/session.js';
import { sourceExternalIdStream } from '../source/source-external-id.js';
import { sourceQuotaStream } from '../source/source-quota.js';
import { sourceStream } from '../source/source.js';

/** Above this number of people, the whole organisation learns that a list changed. */
const MAX_NOTIFIED_PEOPLE = 50;

function inOrganisation(organisationId: string, ...lists: readonly InstanceList[]): readonly ListChange[] {
  return [{ audience: `organisation:${organisationId}`, lists }];
}

/** Only people who may see a record learn that its list changed. */
function ofRecord<Fields>(list: InstanceList, visibility: (fields: Fields) => Visibility) {
  return (record: PlatformRecord<Fields>, { data }: { readonly data: object }): readonly ListChange[] => {
    // The state of a deleted record is gone.
    const { organisationId, visibility: visibleTo } =
      record.status === 'absent' ? (data as RecordDeleted) : { ...record, visibility: visibility(record.fields) };
    const { personIds, admins } = visibleTo;
    if (personIds === null || personIds.length > MAX_NOTIFIED_PEOPLE)
      return inOrganisation(organisationId, list, 'audit');
    return [
      ...personIds.map((id): ListChange => ({ audience: `person:${id}`, lists: [list] })),
      { audience: `admins:${organisationId}`, lists: admins ? [list, 'audit'] : ['audit'] },
    ];
  };
}

export const workspaceChanges: readonly ListChanges[] = [
  listChangesOf(organisationStream, (organisation) =>
    organisation.status === 'absent' ? [] : inOrganisation(organisation.organisationId, 'people', 'audit'),
  ),
  listChangesOf(personStream, (person) =>
    // The rules of an admin end with the role.
    person.status === 'absent' ? [] : inOrganisation(person.organisationId, 'people', 'rules', 'audit'),
  ),
  listChangesOf(caseType.stream, ofRecord('cases', caseType.visibility)),
  listChangesOf(documentType.stream, ofRecord('documents', documentType.visibility)),
  listChangesOf(calendarEventType.stream, ofRecord('calendar', calendarEventType.visibility)),
  listChangesOf(sessionType.stream, ofRecord('sessions', sessionType.visibility)),
  listChangesOf(memoryType.stream, (memory) =>
    memory.status === 'absent' ? [] : [{ audience: `person:${memory.fields.person_id}`, lists: ['memory'] }],
  ),
  listChangesOf(proposalStream, (proposal) =>
    proposal.status === 'absent' ? [] : inOrganisation(proposal.organisationId, 'proposals', 'notifications', 'audit'),
  ),
  listChangesOf(sourceStream, (source) =>
    source.status === 'absent' ? [] : inOrganisation(source.organisationId, 'sources', 'audit'),
  ),
  listChangesOf(ruleSetStream, (_rules, { id }) => inOrganisation(id, 'rules', 'audit')),
  listChangesOf(noticeStream, (notice) =>
    notice.status === 'absent' ? [] : [{ audience: `admins:${notice.organisationId}`, lists: ['notifications'] }],
  ),
  listChangesOf(notificationReaderStream, (_reader, { id }) => [
    { audience: `person:${id}`, lists: ['notifications'] },
  ]),
  listChangesOf(staffStream, () => [{ audience: 'staff', lists: ['staff'] }]),
  ...noListChanges('no page lists the records of plugins', recordStream, recordQuotaStream),
  ...noListChanges('another fact of the same commit has it', membershipStream, rosterStream, externalIdStream),
  ...noListChanges('the proposal has it', proposalQuotaStream),
  ...noListChanges('the source has it', sourceExternalIdStream, sourceQuotaStream),
  ...noListChanges('the installation service has it', installationStream),
  ...noListChanges(
    'only one person sees them, who changes them',
    personSessionStream,
    personPreferencesStream,
    personViewsStream,
  ),
];
