/**
 * Routes with which a plugin reads the records of the platform: what the tools of the MCP server read, for a program
 * without an MCP client.
 */
import { workspace, workspaceRecords, type PageRequest, type SearchedType } from '@kushk/contracts';
import type { QueryReader } from '@kushk/edge';
import { READING_SCOPES } from '@kushk/manifest';
import type { PluginCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse } from '../http/route.js';
import {
  CONTENT_BYTES,
  PAGE_LIMIT_MAX,
  readDocument,
  readSession,
  type DocumentPart,
  type SessionPart,
} from './platform-readers.js';
import { checkScope, pluginPolicy } from './plugin-policy.js';

const { proxyRoute, compositeRoute } = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');

const QUERY_MAX_CHARACTERS = 500;
const ID_MAX_CHARACTERS = 64;
const CURSOR_MAX_CHARACTERS = 1_000;

type ReadingScope = (typeof READING_SCOPES)[number];
type PluginCall = Call<PluginCaller, unknown, unknown>;
const reads = (scope: ReadingScope) => pluginPolicy({ scope, handle: 'with_token' });
/** A memory belongs to one person. */
const readsOfPerson = (scope: ReadingScope) => pluginPolicy({ scope, handle: 'required' });

const readerOf = ({ caller }: PluginCall) => ({
  organisation_id: caller.organisationId,
  person_id: caller.onBehalfOf?.personId ?? null,
});
const ofRecord = (call: PluginCall) => ({ ...readerOf(call), record_id: call.params['id']! });
const cursorOf = (read: QueryReader) => ({ cursor: read.text('cursor', CURSOR_MAX_CHARACTERS) });
/** A page of records without their long texts. */
const summariesOf = (read: QueryReader): PageRequest => ({
  limit: read.integer('limit', 1, PAGE_LIMIT_MAX) ?? PAGE_LIMIT_MAX,
  ...cursorOf(read),
});
const pageOf = (read: QueryReader) => ({ ...summariesOf(read), max_bytes: CONTENT_BYTES });
const textQuery = (read: QueryReader) => ({ query: read.text('q', QUERY_MAX_CHARACTERS) });

/** The scope that each type of a search needs. */
const scopeOfType = {
  case: 'cases.read',
  person: 'people.read',
  session: 'sessions.read',
  document: 'documents.read',
  calendar_event: 'calendar.read',
  memory: 'memory.read',
} as const satisfies Readonly<Record<SearchedType, ReadingScope>>;
const SEARCHED_TYPES = Object.keys(scopeOfType) as readonly SearchedType[];

const listRoutes: readonly Route[] = [
  proxyRoute('GET', '/platform/cases', {
    summary: 'List the cases of the organisation, the newest first',
    requires: reads('cases.read'),
    query: (read) => ({
      ...pageOf(read),
      ...textQuery(read),
      status: read.oneOf('status', ['open', 'closed']),
      assignee_id: read.text('assignee_id', ID_MAX_CHARACTERS),
    }),
    calls: workspaceRecords.listCases,
    request: (call) => ({ ...readerOf(call), ...call.query }),
  }),
  proxyRoute('GET', '/platform/people', {
    operationId: 'listPlatformPeople',
    summary: 'List the people of the organisation with their roles',
    requires: reads('people.read'),
    query: (read) => ({ ...pageOf(read), ...textQuery(read) }),
    calls: workspace.listPeople,
    request: ({ caller, query }) => ({ organisation_id: caller.organisationId, ...query }),
  }),
  proxyRoute('GET', '/platform/sessions', {
    summary: 'List the sessions without their messages, the last started first',
    requires: reads('sessions.read'),
    query: (read) => ({ ...pageOf(read), ...textQuery(read), since: read.time('since'), until: read.time('until') }),
    calls: workspaceRecords.listSessions,
    request: (call) => ({ ...readerOf(call), ...call.query }),
  }),
  proxyRoute('GET', '/platform/documents', {
    operationId: 'listDocuments',
    summary: 'List the documents without their texts, the newest first',
    requires: reads('documents.read'),
    query: (read) => ({
      ...summariesOf(read),
      ...textQuery(read),
      case_id: read.text('case_id', ID_MAX_CHARACTERS),
    }),
    calls: workspaceRecords.searchDocuments,
    request: (call) => ({ ...readerOf(call), ...call.query }),
  }),
  proxyRoute('GET', '/platform/calendar', {
    summary: 'List the events of the calendar, in the order in which they start',
    requires: reads('calendar.read'),
    query: (read) => ({
      ...pageOf(read),
      from: read.time('from'),
      to: read.time('to'),
      attendee_id: read.text('attendee_id', ID_MAX_CHARACTERS),
    }),
    calls: workspaceRecords.listCalendarEvents,
    request: (call) => ({ ...readerOf(call), ...call.query }),
  }),
  proxyRoute('GET', '/platform/memory', {
    summary: 'List what the assistant remembers about the person of the handle, the newest first',
    requires: readsOfPerson('memory.read'),
    query: (read) => ({ ...pageOf(read), ...textQuery(read) }),
    calls: workspaceRecords.listMemory,
    request: (call) => ({ ...readerOf(call), ...call.query }),
  }),
  proxyRoute('GET', '/platform/search', {
    operationId: 'searchPlatform',
    summary: 'Search all records of the platform that the scopes cover, the newest first',
    requires: pluginPolicy({ scope: READING_SCOPES, handle: 'with_token' }),
    query: (read) => ({
      ...summariesOf(read),
      query: read.requiredText('q', QUERY_MAX_CHARACTERS),
      type: read.oneOf('type', SEARCHED_TYPES),
    }),
    calls: workspaceRecords.search,
    request: (call) => {
      const { type, ...query } = call.query;
      if (type !== null) checkScope(call.caller, scopeOfType[type]);
      const { scopes } = call.caller.installation;
      const types = type === null ? SEARCHED_TYPES.filter((each) => scopes.includes(scopeOfType[each])) : [type];
      return { ...readerOf(call), ...query, types };
    },
  }),
];

const itemRoutes: readonly Route[] = [
  proxyRoute('GET', '/platform/cases/:id', {
    summary: 'Get a case',
    requires: reads('cases.read'),
    calls: workspaceRecords.getCase,
    request: ofRecord,
  }),
  proxyRoute('GET', '/platform/people/:id', {
    operationId: 'getPlatformPerson',
    summary: 'Get a person of the organisation',
    requires: reads('people.read'),
    calls: workspace.getPerson,
    request: ({ caller, params }) => ({ organisation_id: caller.organisationId, person_id: params['id']! }),
  }),
  compositeRoute('GET', '/platform/sessions/:id', {
    operationId: 'getSession',
    summary: 'Get a session with its newest messages, or with those before a cursor',
    requires: reads('sessions.read'),
    query: cursorOf,
    calls: [workspaceRecords.getSession, workspaceRecords.listMessages],
    handle: async (call, send): Promise<RouteResponse<SessionPart>> => {
      const part = { limit: PAGE_LIMIT_MAX, cursor: call.query.cursor };
      return { status: 200, body: await readSession(ofRecord(call), part, send) };
    },
  }),
  compositeRoute('GET', '/platform/documents/:id', {
    operationId: 'getDocument',
    summary: 'Get a document with its text, of which a long one comes in parts',
    requires: reads('documents.read'),
    query: cursorOf,
    calls: [workspaceRecords.getDocument],
    handle: async (call, send): Promise<RouteResponse<DocumentPart>> => ({
      status: 200,
      body: await readDocument(ofRecord(call), call.query.cursor, send),
    }),
  }),
  proxyRoute('GET', '/platform/calendar/:id', {
    summary: 'Get an event of the calendar',
    requires: reads('calendar.read'),
    calls: workspaceRecords.getCalendarEvent,
    request: ofRecord,
  }),
  proxyRoute('GET', '/platform/memory/:id', {
    summary: 'Get something that the assistant remembers about the person of the handle',
    requires: readsOfPerson('memory.read'),
    calls: workspaceRecords.getMemory,
    request: ofRecord,
  }),
];

export const platformRoutes: readonly Route[] = [...listRoutes, ...itemRoutes];
