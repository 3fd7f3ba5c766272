/**
 * The tools of the MCP server: they read the platform's records. A tool is listed and can be called exactly when its
 * scope is granted (docs/reference/mcp.md).
 */
import { workspace, workspaceRecords, type JsonObject, type PageRequest } from '@kushk/contracts';
import { TOOL_SCOPES, type ToolName } from '@kushk/manifest';
import type { SendRequest } from '../../http/route.js';
import { CONTENT_BYTES, PAGE_LIMIT_MAX, readDocument, readSession } from '../platform-readers.js';
import { documentSummary, id, inParts, page, pageOf, query, resource, time, toolArguments } from './tool-schemas.js';

/** Who reads. `person_id` is null for a plugin that acts for no person. */
export interface ToolReader {
  readonly organisation_id: string;
  readonly person_id: string | null;
}
/** Arguments that match the schema of the tool. An optional argument may be absent. */
export type ToolArguments = Readonly<Record<string, string | number | undefined>>;

export interface ReadingTool extends Tool {
  readonly name: ToolName;
  readonly scope: string;
}
interface Tool {
  readonly title: string;
  /** When to use the tool and what it returns, for models. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  /** Whether the tool reads what belongs to one person, so that it needs a handle. */
  readonly needsPerson?: boolean;
  /** Throws `Refused` when a service refuses the request. */
  readonly read: (reader: ToolReader, given: ToolArguments, send: SendRequest) => Promise<object>;
}

const NO_ITEMS = 'Returns an empty list when nothing matches.';
const VISIBLE = 'Only what the person of the Service-Handle may see; without a handle, what everyone may see.';

const text = (value: string | number | undefined): string | null => (value === undefined ? null : String(value));
const textOf = (value: string | number | undefined): string => String(value);
const timeOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : new Date(value).toISOString();
const pageRequest = ({ limit, cursor }: ToolArguments): PageRequest => ({
  limit: Number(limit ?? PAGE_LIMIT_MAX),
  cursor: text(cursor),
  max_bytes: CONTENT_BYTES,
});
const record = (reader: ToolReader, given: ToolArguments) => ({ ...reader, record_id: textOf(given['id']) });

const cases = {
  list_cases: {
    title: 'List cases',
    description:
      'Lists the cases (matters, files, tasks) of the organisation, the newest first. Use it to find the case that ' +
      'something belongs to, by words of its title or description, by status or by the person in charge. Returns all ' +
      `fields of each case, so get_case is only needed for a case whose id is already known. ${NO_ITEMS} ${VISIBLE}`,
    inputSchema: toolArguments({
      status: { enum: ['open', 'closed'], description: 'Only cases with this status. Omit it for both.' },
      assignee_id: id('the person in charge, from list_people'),
      query: query('the title and the description'),
      ...page,
    }),
    outputSchema: pageOf(resource('CaseResource')),
    read: async (reader, given, send) => {
      const status = given['status'] as 'open' | 'closed' | undefined;
      const filter = { status: status ?? null, assignee_id: text(given['assignee_id']), query: text(given['query']) };
      return (await send(workspaceRecords.listCases, { ...reader, ...filter, ...pageRequest(given) })).reply;
    },
  },
  get_case: {
    title: 'Get a case',
    description:
      'Returns one case by its id, with all its fields and its revision. Use it when another record or an event ' +
      'names a case. Use list_cases to find a case by its words.',
    inputSchema: toolArguments({ id: id('the case, such as cas_…') }, ['id']),
    outputSchema: resource('CaseResource'),
    read: async (reader, given, send) => (await send(workspaceRecords.getCase, record(reader, given))).reply,
  },
} satisfies Partial<Record<ToolName, Tool>>;

const people = {
  list_people: {
    title: 'List people',
    description:
      'Lists the people of the organisation with id, name and role. Use it to find the id of a person by name, for ' +
      `example for assignee_id or attendee_id, and to show names for ids in other records. ${NO_ITEMS}`,
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
    description:
      'Lists conversation sessions, the last started first, without their messages. Use it to find a conversation by ' +
      `words of its title or messages, or by the time at which it started. Then read it with get_session. ${NO_ITEMS} ` +
      VISIBLE,
    inputSchema: toolArguments({
      since: time('Only sessions that started at this time or later.'),
      until: time('Only sessions that started before this time.'),
      query: query('the title and the messages'),
      ...page,
    }),
    outputSchema: pageOf(resource('SessionSummary')),
    read: async (reader, given, send) => {
      const filter = { since: timeOf(given['since']), until: timeOf(given['until']), query: text(given['query']) };
      return (await send(workspaceRecords.listSessions, { ...reader, ...filter, ...pageRequest(given) })).reply;
    },
  },
  get_session: {
    title: 'Get a session',
    description:
      'Returns one session with its newest messages, in the order in which they were written. For earlier messages ' +
      'call it again with `cursor` set to `next_cursor`.',
    inputSchema: toolArguments({ id: id('the session, such as ses_…'), cursor: page['cursor']! }, ['id']),
    outputSchema: inParts(resource('SessionResource'), ['earlier_messages'], 'earlier messages'),
    read: (reader, given, send) => readSession(record(reader, given), pageRequest(given), send),
  },
} satisfies Partial<Record<ToolName, Tool>>;

const documents = {
  search_documents: {
    title: 'Search documents',
    description:
      'Searches the titles and texts of documents, the newest first. Returns for each document its title, its case ' +
      `and an excerpt around the first word that was found; read the whole text with get_document. ${NO_ITEMS} ${VISIBLE}`,
    inputSchema: toolArguments(
      { query: query('the title and the text'), case_id: id('a case, to search only its documents'), ...page },
      ['query'],
    ),
    outputSchema: pageOf(documentSummary),
    read: async (reader, given, send) => {
      const filter = { query: textOf(given['query']), case_id: text(given['case_id']) };
      return (await send(workspaceRecords.searchDocuments, { ...reader, ...filter, ...pageRequest(given) })).reply;
    },
  },
  get_document: {
    title: 'Get a document',
    description:
      'Returns one document with its text. A long text comes in parts: while `next_cursor` is not null, call it again ' +
      'with `cursor` set to it and append the texts. A different `revision` in a later part means that the document ' +
      'was edited; then start again without `cursor`.',
    inputSchema: toolArguments({ id: id('the document, such as doc_…'), cursor: page['cursor']! }, ['id']),
    outputSchema: inParts(resource('DocumentResource'), [], 'the next part of the text'),
    read: (reader, given, send) => readDocument(record(reader, given), text(given['cursor']), send),
  },
} satisfies Partial<Record<ToolName, Tool>>;

const calendar = {
  list_calendar_events: {
    title: 'List calendar events',
    description:
      'Lists the events of the calendar that overlap a period, in the order in which they start. Use it to find ' +
      `meetings and deadlines, or to find out whether a person is free. ${NO_ITEMS} ${VISIBLE}`,
    inputSchema: toolArguments(
      {
        from: time('The start of the period.'),
        to: time('The end of the period, which is excluded.'),
        attendee_id: id('a person, to list only the events that the person attends'),
        ...page,
      },
      ['from', 'to'],
    ),
    outputSchema: pageOf(resource('CalendarEventResource')),
    read: async (reader, given, send) => {
      const filter = { from: timeOf(given['from']), to: timeOf(given['to']), attendee_id: text(given['attendee_id']) };
      return (await send(workspaceRecords.listCalendarEvents, { ...reader, ...filter, ...pageRequest(given) })).reply;
    },
  },
} satisfies Partial<Record<ToolName, Tool>>;

const memory = {
  search_memory: {
    title: 'Search memory',
    description:
      'Searches what the assistant remembers about the person on whose behalf the plugin acts, the newest first. Use ' +
      'it for preferences and facts of this person. It needs the header Service-Handle, because a memory belongs to ' +
      `one person alone. ${NO_ITEMS}`,
    inputSchema: toolArguments({ query: query('the text of the memories'), ...page }, ['query']),
    outputSchema: pageOf(resource('MemoryResource')),
    needsPerson: true,
    read: async (reader, given, send) => {
      const request = { ...reader, query: textOf(given['query']), ...pageRequest(given) };
      return (await send(workspaceRecords.listMemory, request)).reply;
    },
  },
} satisfies Partial<Record<ToolName, Tool>>;

const tools: Readonly<Record<ToolName, Tool>> = {
  ...cases,
  ...people,
  ...sessions,
  ...documents,
  ...calendar,
  ...memory,
};

export const readingTools: readonly ReadingTool[] = (Object.keys(TOOL_SCOPES) as ToolName[]).map((name) => ({
  name,
  scope: TOOL_SCOPES[name],
  ...tools[name],
}));
