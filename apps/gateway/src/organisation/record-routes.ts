/** Routes for the platform's own records: cases, documents, calendar, sessions and memory, and the search. */
import { workspace, workspaceRecords, type JsonObject, type SearchedType } from '@kushk/contracts';
import { bodyOf, entityTag, pageOf, type QueryReader } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { locationHeader, routesFor, type Call, type Route } from '../http/route.js';
import { casesDeadlineMs, casesQuery, respondWithCases } from './respond-with-cases.js';
import {
  CalendarEventBody,
  CalendarEventChangesBody,
  CaseBody,
  CaseChangesBody,
  DocumentBody,
  DocumentChangesBody,
  MemoryBody,
  MemoryChangesBody,
  MessageBody,
  SessionBody,
  SessionChangesBody,
} from './record.dto.js';

const PREFIX = '/instance/v1';
const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', PREFIX);

const QUERY_MAX_CHARACTERS = 500;
const ID_MAX_CHARACTERS = 64;
const SEARCHED_TYPES: readonly SearchedType[] = ['case', 'person', 'session', 'document', 'calendar_event', 'memory'];

type PersonCall = Call<PersonCaller, unknown, unknown>;
type RevisionBody = { readonly revision?: number | null };

const asPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, person_id: caller.person.id });
const ofRecord = (call: PersonCall) => ({ ...asPerson(call), record_id: call.params['id']! });
const textQuery = (read: QueryReader) => ({ query: read.text('q', QUERY_MAX_CHARACTERS) });
const tagOf = ({ revision }: { readonly revision: number }) => ({ etag: entityTag(revision) });
const createdHeaders = (path: string) => (record: { readonly id: string; readonly revision: number }) => ({
  ...locationHeader(`${PREFIX}${path}`, record.id),
  ...tagOf(record),
});

/** The request to create a record: fields that the client left out are absent, not null. */
function creation(call: Call<PersonCaller, object, unknown>) {
  return {
    organisation_id: call.caller.organisation.id,
    by: call.caller.person.id,
    fields: sentFields(call.body),
    ...call.idempotency,
  };
}

/** The request to edit a record. `If-Match` takes precedence over `revision` in the body. */
function edit(call: Call<PersonCaller, RevisionBody, unknown>) {
  const { revision, ...changes } = call.body;
  return {
    organisation_id: call.caller.organisation.id,
    by: call.caller.person.id,
    record_id: call.params['id']!,
    revision: call.condition ?? revision ?? null,
    changes: sentFields(changes),
    ...call.idempotency,
  };
}

function sentFields(body: object): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as JsonObject;
}

const caseRoutes: readonly Route[] = [
  compositeRoute('GET', '/cases', {
    operationId: 'listCases',
    summary: 'List the cases that you may see, the newest first or in another order; as CSV: all of them',
    query: casesQuery,
    deadlineMs: casesDeadlineMs,
    calls: [workspaceRecords.listCases, workspace.listPeople],
    handle: (call, send) => respondWithCases(call.query, asPerson(call), send),
  }),
  proxyRoute('POST', '/cases', {
    summary: 'Open a case',
    body: bodyOf(CaseBody),
    success: 201,
    calls: workspaceRecords.createCase,
    request: creation,
    headers: createdHeaders('/cases'),
  }),
  proxyRoute('GET', '/cases/:id', {
    summary: 'Get a case',
    calls: workspaceRecords.getCase,
    request: ofRecord,
    headers: tagOf,
  }),
  proxyRoute('GET', '/cases/:id/history', {
    summary: 'List who created and edited a case, the newest first',
    query: pageOf,
    calls: workspaceRecords.listCaseHistory,
    request: (call) => ({ ...ofRecord(call), ...call.query }),
  }),
  proxyRoute('PATCH', '/cases/:id', {
    summary: 'Edit a case',
    body: bodyOf(CaseChangesBody),
    conditionalWrite: true,
    calls: workspaceRecords.editCase,
    request: edit,
    headers: tagOf,
  }),
];

const documentRoutes: readonly Route[] = [
  proxyRoute('GET', '/documents', {
    summary: 'List the documents that you may see, the newest first',
    query: (read) => ({ ...pageOf(read), case_id: read.text('case_id', ID_MAX_CHARACTERS), ...textQuery(read) }),
    calls: workspaceRecords.listDocuments,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  proxyRoute('POST', '/documents', {
    summary: 'Create a document',
    body: bodyOf(DocumentBody),
    success: 201,
    calls: workspaceRecords.createDocument,
    request: creation,
    headers: createdHeaders('/documents'),
  }),
  proxyRoute('GET', '/documents/:id', {
    summary: 'Get a document',
    calls: workspaceRecords.getDocument,
    request: ofRecord,
    headers: tagOf,
  }),
  proxyRoute('PATCH', '/documents/:id', {
    summary: 'Edit a document',
    body: bodyOf(DocumentChangesBody),
    conditionalWrite: true,
    calls: workspaceRecords.editDocument,
    request: edit,
    headers: tagOf,
  }),
];

const calendarRoutes: readonly Route[] = [
  proxyRoute('GET', '/calendar', {
    summary: 'List the events of the calendar that you may see, in the order in which they start',
    query: (read) => ({
      ...pageOf(read),
      from: read.time('from'),
      to: read.time('to'),
      attendee_id: read.text('attendee_id', ID_MAX_CHARACTERS),
    }),
    calls: workspaceRecords.listCalendarEvents,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  proxyRoute('POST', '/calendar', {
    summary: 'Create an event of the calendar',
    body: bodyOf(CalendarEventBody),
    success: 201,
    calls: workspaceRecords.createCalendarEvent,
    request: creation,
    headers: createdHeaders('/calendar'),
  }),
  proxyRoute('GET', '/calendar/:id', {
    summary: 'Get an event of the calendar',
    calls: workspaceRecords.getCalendarEvent,
    request: ofRecord,
    headers: tagOf,
  }),
  proxyRoute('PATCH', '/calendar/:id', {
    summary: 'Edit an event of the calendar',
    body: bodyOf(CalendarEventChangesBody),
    conditionalWrite: true,
    calls: workspaceRecords.editCalendarEvent,
    request: edit,
    headers: tagOf,
  }),
];

const sessionRoutes: readonly Route[] = [
  proxyRoute('GET', '/sessions', {
    summary: 'List the sessions that you take part in, the newest first',
    query: (read) => ({ ...pageOf(read), since: read.time('since'), until: read.time('until'), ...textQuery(read) }),
    calls: workspaceRecords.listSessions,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  proxyRoute('POST', '/sessions', {
    summary: 'Create a session',
    body: bodyOf(SessionBody),
    success: 201,
    calls: workspaceRecords.createSession,
    request: creation,
    headers: createdHeaders('/sessions'),
  }),
  proxyRoute('GET', '/sessions/:id', {
    summary: 'Get a session',
    calls: workspaceRecords.getSession,
    request: ofRecord,
    headers: tagOf,
  }),
  proxyRoute('PATCH', '/sessions/:id', {
    summary: 'Edit a session',
    body: bodyOf(SessionChangesBody),
    conditionalWrite: true,
    calls: workspaceRecords.editSession,
    request: edit,
    headers: tagOf,
  }),
  proxyRoute('GET', '/sessions/:id/messages', {
    summary: 'List the messages of a session, the newest first',
    query: pageOf,
    calls: workspaceRecords.listMessages,
    request: (call) => ({ ...ofRecord(call), ...call.query }),
  }),
  proxyRoute('POST', '/sessions/:id/messages', {
    summary: 'Write a message in a session',
    body: bodyOf(MessageBody),
    success: 201,
    calls: workspaceRecords.addMessage,
    request: (call) => ({
      organisation_id: call.caller.organisation.id,
      by: call.caller.person.id,
      session_id: call.params['id']!,
      text: call.body.text,
      ...call.idempotency,
    }),
  }),
];

const memoryRoutes: readonly Route[] = [
  proxyRoute('GET', '/memory', {
    summary: 'List what the assistant remembers about you, the newest first',
    query: (read) => ({ ...pageOf(read), ...textQuery(read) }),
    calls: workspaceRecords.listMemory,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  proxyRoute('POST', '/memory', {
    summary: 'Create something that the assistant remembers about you',
    body: bodyOf(MemoryBody),
    success: 201,
    calls: workspaceRecords.createMemory,
    request: creation,
    headers: createdHeaders('/memory'),
  }),
  proxyRoute('GET', '/memory/:id', {
    summary: 'Get something that the assistant remembers about you',
    calls: workspaceRecords.getMemory,
    request: ofRecord,
    headers: tagOf,
  }),
  proxyRoute('PATCH', '/memory/:id', {
    summary: 'Edit something that the assistant remembers about you',
    body: bodyOf(MemoryChangesBody),
    conditionalWrite: true,
    calls: workspaceRecords.editMemory,
    request: edit,
    headers: tagOf,
  }),
];

const searchRoutes: readonly Route[] = [
  proxyRoute('GET', '/records/counts', {
    summary: 'Count the records that everyone in the organisation sees; 1,000 stands for 1,000 or more',
    requires: organisationAdmin,
    calls: workspaceRecords.countRecords,
    request: ({ caller }) => ({ organisation_id: caller.organisation.id }),
  }),
  proxyRoute('GET', '/search', {
    summary: 'Search everything that you may see, the newest first',
    query: (read) => ({
      ...pageOf(read),
      query: read.requiredText('q', QUERY_MAX_CHARACTERS),
      type: read.oneOf('type', SEARCHED_TYPES),
    }),
    calls: workspaceRecords.search,
    request: (call) => {
      const { query, type, ...page } = call.query;
      return { ...asPerson(call), ...page, query, types: type === null ? null : [type] };
    },
  }),
];

/** The routes of an instance for its people's own records, and the search over all of them. */
export const recordRoutes: readonly Route[] = [
  ...caseRoutes,
  ...documentRoutes,
  ...calendarRoutes,
  ...sessionRoutes,
  ...memoryRoutes,
  ...searchRoutes,
];
