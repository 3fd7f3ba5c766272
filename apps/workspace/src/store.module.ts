import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { workspaceAudits } from './audit/workspace-audit.js';
import { workspaceChanges } from './changes/workspace-changes.public.js';
import { rosterStream, StaffRow, staffStream, staffView } from '@kushk/staff';
import {
  personPreferencesStream,
  personViewsStream,
  PersonSessionRow,
  personSessionStream,
  personSessionsView,
  SignInRow,
} from '@kushk/person-session';
import { caseType } from './case/case.js';
import { CaseRow, cases } from './case/case.view.js';
import { CalendarEventRow, calendarEvents } from './calendar-event/calendar-event.view.js';
import { calendarEventType } from './calendar-event/calendar-event.js';
import { documentType } from './document/document.js';
import { DocumentRow, documents } from './document/document.view.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { MailSubscriberRow, mailSubscribers } from './mail/mail-subscribers.view.js';
import { memoryType } from './memory/memory.js';
import { MemoryRow, memories } from './memory/memory.view.js';
import { noticeStream } from './notification/notice.js';
import { NoticeRow, notices } from './notification/notice.view.js';
import { notificationReaderStream } from './notification/notification-reader.js';
import { organisationStream } from './organisation/organisation.js';
import { OrganisationRow, organisations } from './organisation/organisation.view.js';
import { membershipStream } from './person/membership.js';
import { personStream } from './person/person.js';
import { PersonRow, people } from './person/person.view.js';
import { externalIdStream } from './proposal/external-id.js';
import { proposalStream } from './proposal/proposal.js';
import { proposalQuotaStream } from './proposal/proposal-quota.js';
import { proposalPublic } from './proposal/proposal.public.js';
import { MonthlyProposalsRow, ProposalRow, monthlyProposals, proposals } from './proposal/proposal.view.js';
import { ruleSetStream } from './rule/rule-set.js';
import { ContentRow } from './content/contents.view.js';
import { sessionType } from './session/session.js';
import { SessionMessageRow, sessionMessages, SessionRow, sessions } from './session/session.view.js';
import { recordStream } from './record/record.js';
import { recordQuotaStream } from './record/record-quota.js';
import { sourceStream } from './source/source.js';
import { sourceExternalIdStream } from './source/source-external-id.js';
import { sourceQuotaStream } from './source/source-quota.js';
import { sourcePublic } from './source/source.public.js';
import { SourceRow, sources } from './source/source.view.js';
import { UploadChunkRow, UploadRow } from './source/uploads.view.js';
import { RecordContentRow, recordContents, RecordRow, records } from './record/record.view.js';

const streams = [
  organisationStream,
  personStream,
  membershipStream,
  personSessionStream,
  personPreferencesStream,
  personViewsStream,
  caseType.stream,
  installationStream,
  recordStream,
  recordQuotaStream,
  proposalStream,
  externalIdStream,
  proposalQuotaStream,
  ruleSetStream,
  documentType.stream,
  calendarEventType.stream,
  sessionType.stream,
  memoryType.stream,
  sourceStream,
  sourceExternalIdStream,
  sourceQuotaStream,
  noticeStream,
  notificationReaderStream,
  staffStream,
  rosterStream,
];

/** The streams of this service, the views over them and the facts that it publishes. */
export const workspaceStore: StoreDefinition = {
  service: 'workspace',
  streams,
  views: [
    organisations,
    people,
    personSessionsView,
    cases,
    records,
    recordContents,
    proposals,
    monthlyProposals,
    staffView,
    documents,
    calendarEvents,
    sessions,
    sessionMessages,
    memories,
    sources,
    notices,
    mailSubscribers,
    ...auditViews(streams, workspaceAudits),
  ],
  publications: [installationPublic, proposalPublic, sourcePublic],
  listChanges: workspaceChanges,
  entities: [
    OrganisationRow,
    PersonRow,
    PersonSessionRow,
    SignInRow,
    CaseRow,
    RecordRow,
    RecordContentRow,
    ProposalRow,
    MonthlyProposalsRow,
    StaffRow,
    DocumentRow,
    CalendarEventRow,
    SessionRow,
    SessionMessageRow,
    MemoryRow,
    SourceRow,
    NoticeRow,
    MailSubscriberRow,
    ContentRow,
    UploadRow,
    UploadChunkRow,
    AuditEntryRow,
  ],
  migrations: new URL('./migrations/', import.meta.url),
};
