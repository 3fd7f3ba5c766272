/** The tools that read the platform's records (docs/reference/mcp.md). */
import { workspace, workspaceRecords } from '@kushk/contracts';
import type { ToolName } from '@kushk/manifest';
import { readDocument, readSession } from '../platform-readers.js';
import { pageRequest, text, textOf, type Tool, type ToolArguments, type ToolCaller } from './tool.js';
import {
  documentSummary,
  id,
  inParts,
  named,
  oneOf,
  page,
  pageOf,
  people as peopleNames,
  query,
  resource,
  time,
  toolArguments,
} from './tool-schemas.js';

const readerOf = ({ organisation_id, person_id }: ToolCaller) => ({ organisation_id, person_id });
const record = (caller: ToolCaller, given: ToolArguments) => ({ ...readerOf(caller), record_id: textOf(given['id']) });
const DAY_OR_TIME = "a date, from its start in the organisation's time zone, or a time with offset";

const cases = {
  list_cases: {
    title: 'List cases',
    description:
      'Cases (matters, files, tasks) with all their fields: the open ones first, each the newest first. total counts ' +
      'all pages.',
    inputSchema: toolArguments({
      status: oneOf(['open', 'closed']),
      assignee_id: id('the person in charge'),
      query: query('the title or description'),
      ...page,
    }),
    outputSchema: pageOf(resource('CaseResource'), {
      total: { type: 'integer', description: 'Of all pages. On the first page, when it is cheap to count.' },
      ...peopleNames,
    }),
    read: async (caller, given, send) => {
      const status = (given['status'] ?? null) as 'open' | 'closed' | null;
      const filter = { status, assignee_id: text(given['assignee_id']), query: text(given['query']) };
      const request = { ...readerOf(caller), ...filter, ...pageRequest(given) };
      return (await send(workspaceRecords.listOpenCasesFirst, request)).reply;
    },
  },
  get_case: {
    title: 'Get a case',
    description: 'A case by the id that another record or an event names.',
    inputSchema: toolArguments({ id: id('the case, cas_…') }, ['id']),
    outputSchema: named(resource('CaseResource')),
    read: async (caller, given, send) => (await send(workspaceRecords.getCase, record(caller, given))).reply,
  },
} satisfies Partial<Record<ToolName, Tool>>;

const people = {
  list_people: {
    title: 'List people',
    description: 'People with id, name and role. Use it to find the id of a person by name.',
    inputSchema: toolArguments({ query: query('the name'), ...page }),
    outputSchema: pageOf(resource('PersonResource')),
    read: async ({ organisation_id }, given, send) => {
      const request = { organisation_id, query: text(given['query']), ...pageRequest(given) };
      return (await send(workspace.listPeople, request)).reply;
    },
  },
} satisfies Partial<Record<ToolName, Tool>>;

const sessions = {
  list_sessions: {
    title: 'List sessions',
    description: 'Conversation sessions without their messages, the last started first. Read one with get_session.',
    inputSchema: toolArguments({
      since: time(`Started at or after: ${DAY_OR_TIME}`),
      until: time('Started before: a date, to its end, or a time'),
      query: query('the title or messages'),
      ...page,
    }),
    outputSchema: pageOf(resource('SessionSummary'), peopleNames),
    times: { since: 'start', until: 'end' },
    read: async (caller, given, send) => {
      const filter = { since: text(given['since']), until: text(given['until']), query: text(given['query']) };
      const request = { ...readerOf(caller), ...filter, ...pageRequest(given) };
      return (await send(workspaceRecords.listSessions, request)).reply;
    },
  },
  get_session: {
    title: 'Get a session',
    description:
      'A session with its newest messages, in the order in which they were written; with cursor, earlier ones.',
    inputSchema: toolArguments({ id: id('the session, ses_…'), cursor: page['cursor']! }, ['id']),
    outputSchema: named(inParts(resource('SessionResource'), ['earlier_messages'], 'earlier messages')),
    read: (caller, given, send) => readSession(record(caller, given), pageRequest(given), send),
  },
} satisfies Partial<Record<ToolName, Tool>>;

const documents = {
  search_documents: {
    title: 'Search documents',
    description: 'Documents without their texts, the newest first. Read one with get_document.',
    inputSchema: toolArguments(
      { query: query('the title or text'), case_id: id('the case of the document'), ...page },
      ['query'],
    ),
    outputSchema: pageOf(documentSummary),
    read: async (caller, given, send) => {
      const filter = { query: textOf(given['query']), case_id: text(given['case_id']) };
      const request = { ...readerOf(caller), ...filter, ...pageRequest(given) };
      return (await send(workspaceRecords.searchDocuments, request)).reply;
    },
  },
  get_document: {
    title: 'Get a document',
    description:
      'A document with its text. A long text comes in parts: while next_cursor is not null, call it with cursor and ' +
      'append the text. Another revision in a later part means an edit: start again.',
    inputSchema: toolArguments({ id: id('the document, doc_…'), cursor: page['cursor']! }, ['id']),
    outputSchema: named(inParts(resource('DocumentResource'), [], 'the next part of the text')),
    read: (caller, given, send) => readDocument(record(caller, given), text(given['cursor']), send),
  },
} satisfies Partial<Record<ToolName, Tool>>;

const calendar = {
  list_calendar_events: {
    title: 'List calendar events',
    description: 'Meetings and deadlines that overlap a period, in the order in which they start.',
    inputSchema: toolArguments(
      {
        from: time(`Start: ${DAY_OR_TIME}`),
        to: time('End: a date, to its end, or a time, which is excluded'),
        attendee_id: id('a person who attends'),
        ...page,
      },
      ['from', 'to'],
    ),
    outputSchema: pageOf(resource('CalendarEventResource'), peopleNames),
    times: { from: 'start', to: 'end' },
    read: async (caller, given, send) => {
      const filter = { from: text(given['from']), to: text(given['to']), attendee_id: text(given['attendee_id']) };
      const request = { ...readerOf(caller), ...filter, ...pageRequest(given) };
      return (await send(workspaceRecords.listCalendarEvents, request)).reply;
    },
  },
} satisfies Partial<Record<ToolName, Tool>>;

const memory = {
  search_memory: {
    title: 'Search memory',
    description:
      'What the assistant remembers about the person for whom the plugin acts, the newest first. Needs the header ' +
      'Service-Handle.',
    inputSchema: toolArguments({ query: query('the memory'), ...page }, ['query']),
    outputSchema: pageOf(resource('MemoryResource')),
    needsPerson: true,
    read: async (caller, given, send) => {
      const request = { ...readerOf(caller), query: textOf(given['query']), ...pageRequest(given) };
      return (await send(workspaceRecords.listMemory, request)).reply;
    },
  },
} satisfies Partial<Record<ToolName, Tool>>;

export const platformRecordTools: Readonly<Record<ToolName, Tool>> = {
  ...cases,
  ...people,
  ...sessions,
  ...documents,
  ...calendar,
  ...memory,
};
