import type { StoreDefinition } from '@kushk/event-store';
import { rosterStream, StaffRow, staffStream, staffView } from '@kushk/staff';
import { caseType } from './case/case.js';
import { CaseRow, cases } from './case/case.view.js';
import { CalendarEventRow, calendarEvents } from './calendar-event/calendar-event.view.js';
import { calendarEventType } from './calendar-event/calendar-event.js';
import { documentType } from './document/document.js';
import { DocumentRow, documents } from './document/document.view.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { memoryType } from './memory/memory.js';
import { MemoryRow, memories } from './memory/memory.view.js';
import { organisationStream } from './organisation/organisation.js';
import { OrganisationRow, organisations } from './organisation/organisation.view.js';
import { membershipStream } from './person/membership.js';
import { personStream } from './person/person.js';
import { PersonRow, people } from './person/person.view.js';
import { externalIdStream } from './proposal/external-id.js';
import { proposalStream } from './proposal/proposal.js';
import { proposalPublic } from './proposal/proposal.public.js';
import { MonthlyProposalsRow, ProposalRow, monthlyProposals, proposals } from './proposal/proposal.view.js';
import { sessionType } from './session/session.js';
import { SessionMessageRow, sessionMessages, SessionRow, sessions } from './session/session.view.js';
import { recordStream } from './record/record.js';
import { RecordRow, records } from './record/record.view.js';

/** The streams of this service, the views over them and the facts that it publishes. */
export const workspaceStore: StoreDefinition = {
  service: 'workspace',
  streams: [
    organisationStream,
    personStream,
    membershipStream,
    caseType.stream,
    installationStream,
    recordStream,
    proposalStream,
    externalIdStream,
    documentType.stream,
    calendarEventType.stream,
    sessionType.stream,
    memoryType.stream,
    staffStream,
    rosterStream,
  ],
  views: [
    organisations,
    people,
    cases,
    records,
    proposals,
    monthlyProposals,
    staffView,
    documents,
    calendarEvents,
    sessions,
    sessionMessages,
    memories,
  ],
  publications: [installationPublic, proposalPublic],
  entities: [
    OrganisationRow,
    PersonRow,
    CaseRow,
    RecordRow,
    ProposalRow,
    MonthlyProposalsRow,
    StaffRow,
    DocumentRow,
    CalendarEventRow,
    SessionRow,
    SessionMessageRow,
    MemoryRow,
  ],
  migrations: new URL('./migrations/', import.meta.url),
};
