import { AuditEntries } from '@kushk/audit';
import { BrokerModule, CALLER_STREAMS } from '@kushk/broker';
import { workspace, workspaceSessions, INSTANCE_LEAD_ROLE, INSTANCE_ROLES } from '@kushk/contracts';
import { EventStore, EventStoreModule } from '@kushk/event-store';
import { PersonRoles, personSessionHandlers, personSessionProviders } from '@kushk/person-session';
import { FirstAppointment, staffHandlers, StaffRows } from '@kushk/staff';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Evaluator, ThreadEvaluator } from '@kushk/runtime/evaluation';
import { Module } from '@nestjs/common';
import { OnClockAdvancedHandler } from './clock/on-clock-advanced/on-clock-advanced.handler.js';
import { ListAuditEntriesHandler } from './audit/list-audit-entries/list-audit-entries.handler.js';
import { callerStreams } from './caller/caller-streams.js';
import { Cases } from './case/case.view.js';
import { CreateCaseHandler } from './case/create-case/create-case.handler.js';
import { EditCaseHandler } from './case/edit-case/edit-case.handler.js';
import { GetCaseHandler } from './case/get-case/get-case.handler.js';
import { ListCaseHistoryHandler } from './case/list-case-history/list-case-history.handler.js';
import { ListCasesHandler } from './case/list-cases/list-cases.handler.js';
import { ListOpenCasesFirstHandler } from './case/list-open-cases-first/list-open-cases-first.handler.js';
import { OnCapabilitiesChangedHandler } from './installation/on-capabilities-changed/on-capabilities-changed.handler.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { mailProviders } from './mail/workspace-mail.js';
import { notificationHandlers } from './notification/notification-handlers.js';
import { Notices } from './notification/notice.view.js';
import { CountInboxHandler } from './inbox/count-inbox/count-inbox.handler.js';
import { CreateOrganisationHandler } from './organisation/create-organisation/create-organisation.handler.js';
import { ListOrganisationsHandler } from './organisation/list-organisations/list-organisations.handler.js';
import { Organisations } from './organisation/organisation.view.js';
import { AddPersonHandler } from './person/add-person/add-person.handler.js';
import { AuthenticatePersonHandler } from './person/authenticate-person/authenticate-person.handler.js';
import { ChangePersonHandler } from './person/change-person/change-person.handler.js';
import { GetPersonHandler } from './person/get-person/get-person.handler.js';
import { ListPeopleHandler } from './person/list-people/list-people.handler.js';
import { People } from './person/person.view.js';
import { RemovePersonHandler } from './person/remove-person/remove-person.handler.js';
import { CheckHandlesHandler } from './person-session/check-handles/check-handles.handler.js';
import { HandleBearers } from './person-session/check-handles/handle-bearers.view.js';
import { InstanceRoles } from './person-session/instance-roles.js';
import { ProposalAttention } from './proposal/attention.view.js';
import { ProposalChecks } from './proposal/make-proposal/proposal-checks.js';
import { proposalHandlers } from './proposal/proposal-handlers.js';
import { ChangedRecords } from './proposal/changed-records.view.js';
import { RecordReferences } from './proposal/record-references.view.js';
import { Proposals } from './proposal/proposal.view.js';
import { SettlementFinder } from './proposal/settlement-finder.js';
import { DeleteRecordHandler } from './record/delete-record/delete-record.handler.js';
import { GetRecordHandler } from './record/get-record/get-record.handler.js';
import { ListRecordsHandler } from './record/list-records/list-records.handler.js';
import { PutRecordHandler } from './record/put-record/put-record.handler.js';
import { Records } from './record/record.view.js';
import { SearchOwnRecordsHandler } from './record/search-own-records/search-own-records.handler.js';
import { ListRulesHandler } from './rule/list-rules/list-rules.handler.js';
import { MakeRuleHandler } from './rule/make-rule/make-rule.handler.js';
import { RevokeRuleHandler } from './rule/revoke-rule/revoke-rule.handler.js';
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
import { SearchDocumentsHandler } from './document/search-documents/search-documents.handler.js';
import { CreateMemoryHandler } from './memory/create-memory/create-memory.handler.js';
import { EditMemoryHandler } from './memory/edit-memory/edit-memory.handler.js';
import { GetMemoryHandler } from './memory/get-memory/get-memory.handler.js';
import { ListMemoryHandler } from './memory/list-memory/list-memory.handler.js';
import { Memories } from './memory/memory.view.js';
import { RecordCommands } from './platform-record/record-commands.js';
import { RecordValidator } from './platform-record/record-validator.js';
import { CountRecordsHandler } from './search/count-records/count-records.handler.js';
import { SearchRecordsHandler } from './search/search-records/search-records.handler.js';
import { Search } from './search/search.view.js';
import { AddMessageHandler } from './session/add-message/add-message.handler.js';
import { CreateSessionHandler } from './session/create-session/create-session.handler.js';
import { EditSessionHandler } from './session/edit-session/edit-session.handler.js';
import { GetSessionHandler } from './session/get-session/get-session.handler.js';
import { ListMessagesHandler } from './session/list-messages/list-messages.handler.js';
import { ListSessionsHandler } from './session/list-sessions/list-sessions.handler.js';
import { Sessions } from './session/session.view.js';
import { ContentStore } from './content/content-store.js';
import { Contents } from './content/contents.view.js';
import { DeleteUnusedContent } from './content/delete-unused-content.worker.js';
import { openObjectStore } from './content/open-object-store.client.js';
import { startTextExtractor } from './extraction/start-text-extractor.client.js';
import { AbortUploadHandler } from './source/abort-upload/abort-upload.handler.js';
import { AcceptSourceHandler } from './source/accept-source/accept-source.handler.js';
import { AddChunkHandler } from './source/add-chunk/add-chunk.handler.js';
import { BeginUploadHandler } from './source/begin-upload/begin-upload.handler.js';
import { DismissSourceHandler } from './source/dismiss-source/dismiss-source.handler.js';
import { GetSourceHandler } from './source/get-source/get-source.handler.js';
import { GetSourceOfPluginHandler } from './source/get-source-of-plugin/get-source-of-plugin.handler.js';
import { IncomingContents } from './source/incoming-contents.js';
import { LargeContents } from './source/large-contents.js';
import { ListSourcesHandler } from './source/list-sources/list-sources.handler.js';
import { ListSourcesOfPluginHandler } from './source/list-sources-of-plugin/list-sources-of-plugin.handler.js';
import { NewSources } from './source/new-sources.js';
import { Reviews } from './source/reviews.js';
import { ReadTextHandler } from './source/read-text/read-text.handler.js';
import { ReadContentHandler } from './source/read-content/read-content.handler.js';
import { SourceTexts } from './source/source-texts.client.js';
import { Sources } from './source/source.view.js';
import { SubmitSourceHandler } from './source/submit-source/submit-source.handler.js';
import { Uploads } from './source/uploads.view.js';
import { workspaceStore } from './store.module.js';

/** Contents of new sources that this process holds in memory at once; the same number as in a gateway. */
const CONTENTS_AT_ONCE = 2;
/** Processes that extract text at once. */
const EXTRACTIONS_AT_ONCE = 2;

@Module({
  imports: [BrokerModule, EventStoreModule.register(workspaceStore)],
  providers: [
    AuditEntries,
    { provide: CALLER_STREAMS, useValue: callerStreams },
    StaffRows,
    {
      provide: FirstAppointment,
      inject: [EventStore, CONFIG],
      useFactory: (store: EventStore, config: Config) =>
        new FirstAppointment(store, { subject: config.firstPlatformAdmin, leadRole: INSTANCE_LEAD_ROLE }),
    },
    Cases,
    Organisations,
    People,
    ...personSessionProviders,
    HandleBearers,
    Proposals,
    ProposalAttention,
    Notices,
    ...mailProviders,
    ChangedRecords,
    RecordReferences,
    Records,
    Documents,
    CalendarEvents,
    Sessions,
    Memories,
    Search,
    {
      provide: PersonRoles,
      inject: [EventStore, People, Organisations],
      useFactory: (store: EventStore, people: People, organisations: Organisations) =>
        new InstanceRoles({ store, people, organisations }),
    },
    Contents,
    Sources,
    Uploads,
    DeleteUnusedContent,
    {
      provide: ContentStore,
      inject: [CONFIG, Contents],
      useFactory: async ({ contentStore, contentKeys: keys }: Config, contents: Contents) =>
        new ContentStore({ objects: await openObjectStore(contentStore), contents, keys }),
    },
    {
      provide: NewSources,
      inject: [EventStore, Sources],
      useFactory: (store: EventStore, ofPlugins: Sources) => new NewSources(store, ofPlugins),
    },
    {
      provide: IncomingContents,
      inject: [Uploads, ContentStore],
      useFactory: (uploads: Uploads, contents: ContentStore) =>
        new IncomingContents(uploads, contents, new LargeContents(CONTENTS_AT_ONCE)),
    },
    {
      provide: Reviews,
      inject: [People, Sources, RecordValidator],
      useFactory: (people: People, ofPlugins: Sources, validator: RecordValidator) =>
        new Reviews(people, ofPlugins, validator),
    },
    {
      provide: SourceTexts,
      inject: [CONFIG, ContentStore],
      useFactory: async ({ extraction }: Config, contents: ContentStore) =>
        new SourceTexts(contents, await startTextExtractor(extraction), new LargeContents(EXTRACTIONS_AT_ONCE)),
    },
    { provide: Evaluator, useFactory: () => new ThreadEvaluator() },
    {
      provide: RecordValidator,
      inject: [People, Cases],
      useFactory: (people: People, cases: Cases) => new RecordValidator(people, cases),
    },
    {
      provide: RecordCommands,
      inject: [EventStore, RecordValidator],
      useFactory: (store: EventStore, validator: RecordValidator) =>
        new RecordCommands({ store, validator, newId, now }),
    },
    {
      provide: ProposalChecks,
      inject: [People, RecordValidator],
      useFactory: (people: People, validator: RecordValidator) => new ProposalChecks(people, validator),
    },
    {
      provide: SettlementFinder,
      inject: [EventStore, People],
      useFactory: (store: EventStore, people: People) => new SettlementFinder(store, people, newId),
    },
  ],
  controllers: [
    OnClockAdvancedHandler,
    ...proposalHandlers,
    ...notificationHandlers,
    ListAuditEntriesHandler,
    ...staffHandlers(workspace, { roles: INSTANCE_ROLES, leadRole: INSTANCE_LEAD_ROLE }),
    ...personSessionHandlers(workspaceSessions),
    ListOrganisationsHandler,
    CreateOrganisationHandler,
    AddPersonHandler,
    AuthenticatePersonHandler,
    GetPersonHandler,
    ListPeopleHandler,
    ChangePersonHandler,
    RemovePersonHandler,
    CheckHandlesHandler,
    CreateCaseHandler,
    EditCaseHandler,
    GetCaseHandler,
    ListCaseHistoryHandler,
    ListCasesHandler,
    ListOpenCasesFirstHandler,
    CreateDocumentHandler,
    EditDocumentHandler,
    GetDocumentHandler,
    ListDocumentsHandler,
    SearchDocumentsHandler,
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
    CountRecordsHandler,
    BeginUploadHandler,
    AddChunkHandler,
    AbortUploadHandler,
    SubmitSourceHandler,
    AcceptSourceHandler,
    DismissSourceHandler,
    GetSourceHandler,
    GetSourceOfPluginHandler,
    ReadTextHandler,
    CountInboxHandler,
    ListSourcesHandler,
    ListSourcesOfPluginHandler,
    ReadContentHandler,
    DeleteRecordHandler,
    GetRecordHandler,
    ListRecordsHandler,
    SearchOwnRecordsHandler,
    PutRecordHandler,
    MakeRuleHandler,
    ListRulesHandler,
    RevokeRuleHandler,
    OnCapabilitiesChangedHandler,
    OnInstallationRemovedHandler,
    OnInstallationRequestedHandler,
  ],
})
export class WorkspaceModule {}
