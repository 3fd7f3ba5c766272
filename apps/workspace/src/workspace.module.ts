import { BrokerModule, idempotencyOf, metaOf } from '@kushk/broker';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { StaffRows } from '@kushk/staff';
import { newId, now } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { Cases } from './case/case.view.js';
import { CreateCaseHandler } from './case/create-case/create-case.handler.js';
import { EditCaseHandler } from './case/edit-case/edit-case.handler.js';
import { GetCaseHandler } from './case/get-case/get-case.handler.js';
import { ListCasesHandler } from './case/list-cases/list-cases.handler.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { CreateOrganisationHandler } from './organisation/create-organisation/create-organisation.handler.js';
import { Organisations } from './organisation/organisation.view.js';
import { AddPersonHandler } from './person/add-person/add-person.handler.js';
import { AuthenticatePersonHandler } from './person/authenticate-person/authenticate-person.handler.js';
import { GetPersonHandler } from './person/get-person/get-person.handler.js';
import { ListPeopleHandler } from './person/list-people/list-people.handler.js';
import { People } from './person/person.view.js';
import { RemovePersonHandler } from './person/remove-person/remove-person.handler.js';
import { ApplyProposalHandler } from './proposal/apply-proposal/apply-proposal.handler.js';
import { ExplainRejectionHandler } from './proposal/explain-rejection/explain-rejection.handler.js';
import { GetMonthlyProposalsHandler } from './proposal/get-monthly-proposals/get-monthly-proposals.handler.js';
import { GetProposalOfPluginHandler } from './proposal/get-proposal-of-plugin/get-proposal-of-plugin.handler.js';
import { GetProposalHandler } from './proposal/get-proposal/get-proposal.handler.js';
import { ListProposalsOfPluginHandler } from './proposal/list-proposals-of-plugin/list-proposals-of-plugin.handler.js';
import { ListProposalsHandler } from './proposal/list-proposals/list-proposals.handler.js';
import { MakeProposalHandler } from './proposal/make-proposal/make-proposal.handler.js';
import { Proposals } from './proposal/proposal.view.js';
import { RejectProposalHandler } from './proposal/reject-proposal/reject-proposal.handler.js';
import { SettlementFinder } from './proposal/settlement-finder.js';
import { WithdrawProposalHandler } from './proposal/withdraw-proposal/withdraw-proposal.handler.js';
import { DeleteRecordHandler } from './record/delete-record/delete-record.handler.js';
import { GetRecordHandler } from './record/get-record/get-record.handler.js';
import { ListRecordsHandler } from './record/list-records/list-records.handler.js';
import { PutRecordHandler } from './record/put-record/put-record.handler.js';
import { Records } from './record/record.view.js';
import { AddStaffHandler } from './staff/add-staff/add-staff.handler.js';
import { AppointFirstPlatformAdmin } from './staff/appoint-first-platform-admin/appoint-first-platform-admin.worker.js';
import { AuthenticateStaffHandler } from './staff/authenticate-staff/authenticate-staff.handler.js';
import { ChangeStaffHandler } from './staff/change-staff/change-staff.handler.js';
import { ListStaffHandler } from './staff/list-staff/list-staff.handler.js';
import { RemoveStaffHandler } from './staff/remove-staff/remove-staff.handler.js';
import { CalendarEvents } from './calendar-event/calendar-event.view.js';
import { CreateCalendarEventHandler } from './calendar-event/create-calendar-event/create-calendar-event.handler.js';
import { EditCalendarEventHandler } from './calendar-event/edit-calendar-event/edit-calendar-event.handler.js';
import { GetCalendarEventHandler } from './calendar-event/get-calendar-event/get-calendar-event.handler.js';
import { ListCalendarEventsHandler } from './calendar-event/list-calendar-events/list-calendar-events.handler.js';
import { CreateDocumentHandler } from './document/create-document/create-document.handler.js';
import { Documents } from './document/document.view.js';
import { EditDocumentHandler } from './document/edit-document/edit-document.handler.js';
import { GetDocumentHandler } from './document/get-document/get-document.handler.js';
import { ListDocumentsHandler } from './document/list-documents/list-documents.handler.js';
import { CreateMemoryHandler } from './memory/create-memory/create-memory.handler.js';
import { EditMemoryHandler } from './memory/edit-memory/edit-memory.handler.js';
import { GetMemoryHandler } from './memory/get-memory/get-memory.handler.js';
import { ListMemoryHandler } from './memory/list-memory/list-memory.handler.js';
import { Memories } from './memory/memory.view.js';
import { RecordCommands } from './platform-record/record-commands.js';
import { RecordValidator } from './platform-record/record-validator.js';
import { SearchRecordsHandler } from './search/search-records/search-records.handler.js';
import { Search } from './search/search.view.js';
import { AddMessageHandler } from './session/add-message/add-message.handler.js';
import { CreateSessionHandler } from './session/create-session/create-session.handler.js';
import { EditSessionHandler } from './session/edit-session/edit-session.handler.js';
import { GetSessionHandler } from './session/get-session/get-session.handler.js';
import { ListMessagesHandler } from './session/list-messages/list-messages.handler.js';
import { ListSessionsHandler } from './session/list-sessions/list-sessions.handler.js';
import { Sessions } from './session/session.view.js';
import { workspaceStore } from './store.module.js';

@Module({
  imports: [BrokerModule, EventStoreModule.register(workspaceStore)],
  providers: [
    StaffRows,
    AppointFirstPlatformAdmin,
    Cases,
    Organisations,
    People,
    Proposals,
    Records,
    Documents,
    CalendarEvents,
    Sessions,
    Memories,
    Search,
    {
      provide: RecordValidator,
      inject: [People, Cases],
      useFactory: (people: People, cases: Cases) => new RecordValidator(people, cases),
    },
    {
      provide: RecordCommands,
      inject: [EventStore, RecordValidator],
      useFactory: (store: EventStore, validator: RecordValidator) =>
        new RecordCommands({ store, validator, newId, now, idempotencyOf, metaOf }),
    },
    {
      provide: SettlementFinder,
      inject: [EventStore, People],
      useFactory: (store: EventStore, people: People) => new SettlementFinder(store, people, newId),
    },
  ],
  controllers: [
    AddStaffHandler,
    ChangeStaffHandler,
    RemoveStaffHandler,
    ListStaffHandler,
    AuthenticateStaffHandler,
    CreateOrganisationHandler,
    AddPersonHandler,
    AuthenticatePersonHandler,
    GetPersonHandler,
    ListPeopleHandler,
    RemovePersonHandler,
    CreateCaseHandler,
    EditCaseHandler,
    GetCaseHandler,
    ListCasesHandler,
    CreateDocumentHandler,
    EditDocumentHandler,
    GetDocumentHandler,
    ListDocumentsHandler,
    CreateCalendarEventHandler,
    EditCalendarEventHandler,
    GetCalendarEventHandler,
    ListCalendarEventsHandler,
    CreateSessionHandler,
    EditSessionHandler,
    AddMessageHandler,
    GetSessionHandler,
    ListSessionsHandler,
    ListMessagesHandler,
    CreateMemoryHandler,
    EditMemoryHandler,
    GetMemoryHandler,
    ListMemoryHandler,
    SearchRecordsHandler,
    DeleteRecordHandler,
    GetRecordHandler,
    ListRecordsHandler,
    PutRecordHandler,
    ApplyProposalHandler,
    ExplainRejectionHandler,
    GetMonthlyProposalsHandler,
    GetProposalHandler,
    GetProposalOfPluginHandler,
    ListProposalsHandler,
    ListProposalsOfPluginHandler,
    MakeProposalHandler,
    RejectProposalHandler,
    WithdrawProposalHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
  ],
})
export class WorkspaceModule {}
