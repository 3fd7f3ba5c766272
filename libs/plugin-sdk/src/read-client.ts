/** Reads the platform's own records: through the MCP server of the instance, and by HTTP what it has no tool for. */
import type { ToolName } from '@kushk/manifest';
import { callApi, type ApiRequest, type ClientOptions } from './api-call.js';
import type { CallOptions } from './call-options.js';
import { callTool } from './mcp-call.js';
import type {
  CalendarEvent,
  Case,
  DocumentPart,
  DocumentSummary,
  Memory,
  PersonWithRole,
  SearchHit,
  Session,
  SessionSummary,
} from './wire.generated.js';
import type { Document, Page } from './wire.js';

interface ListOptions extends CallOptions {
  /** Items per page: at most 50, which is also the default. A page of long items may have fewer. */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page. */
  readonly cursor?: string;
}
export interface CaseFilter extends ListOptions {
  readonly status?: 'open' | 'closed';
  /** The id of the person in charge. */
  readonly assignee_id?: string;
  /** Words of the title or the description. */
  readonly query?: string;
}
export interface SessionFilter extends ListOptions {
  /** Sessions that started at this time or later, and before `until`; RFC 3339 with an offset. */
  readonly since?: string;
  readonly until?: string;
  /** Words of the title or of the messages. */
  readonly query?: string;
}
export interface DocumentFilter extends ListOptions {
  /** Words of the title or the text. */
  readonly query: string;
  readonly case_id?: string;
}
export interface CalendarFilter extends ListOptions {
  /** Events that overlap the period from `from` until before `to`; RFC 3339 with an offset. */
  readonly from: string;
  readonly to: string;
  /** Events that this person attends. */
  readonly attendee_id?: string;
}
export interface SearchFilter extends ListOptions {
  /** Words of the title or the text. */
  readonly query: string;
  /** Only records of this type; all that the scopes cover by default. */
  readonly type?: SearchHit['type'];
}

/**
 * The platform's own records, within the granted scopes. Without a handle it reads what the whole organisation may see;
 * `client.onBehalfOf(handle).read` reads what that person may see. Nothing is found that may not be seen. A query
 * matches when each of its words is a word of the text or the beginning of one; Persian and Arabic letters, both kinds
 * of digits, half-spaces and diacritics do not matter. Rejects with `mcp.tool_unavailable` when the scope, which
 * `params.scope` names, is not granted.
 */
export class ReadClient {
  constructor(private readonly options: ClientOptions) {}

  /** Returns one page of cases, the open ones first, and of each the newest first. Needs `cases.read`. */
  cases(filter: CaseFilter = {}): Promise<Page<Case>> {
    return this.list('list_cases', filter);
  }

  /** Returns a case. Needs `cases.read`. */
  case(id: string, options: CallOptions = {}): Promise<Case> {
    return this.call('get_case', { id }, options);
  }

  /** Returns one page of people with their roles. Needs `people.read`. */
  people(filter: ListOptions & { readonly query?: string } = {}): Promise<Page<PersonWithRole>> {
    return this.list('list_people', filter);
  }

  /** Returns one page of sessions without their messages, the last started first. Needs `sessions.read`. */
  sessions(filter: SessionFilter = {}): Promise<Page<SessionSummary>> {
    return this.list('list_sessions', filter);
  }

  /**
   * Returns a session with its newest messages, in the order in which they were written. Pass `next_cursor` as `cursor`
   * for the messages before them. Needs `sessions.read`.
   */
  session(id: string, options: CallOptions & { readonly cursor?: string } = {}): Promise<Session> {
    const { cursor, ...callOptions } = options;
    return this.call('get_session', { id, cursor }, callOptions);
  }

  /** Returns one page of the documents that match, without their texts, the newest first. Needs `documents.read`. */
  documents(filter: DocumentFilter): Promise<Page<DocumentSummary>> {
    return this.list('search_documents', filter);
  }

  /**
   * Returns a document with its whole text. A long text arrives in parts, which this method joins; it starts again when
   * the document is edited meanwhile. Needs `documents.read`.
   */
  async document(id: string, options: CallOptions = {}): Promise<Document> {
    for (;;) {
      const { next_cursor: first, ...document } = await this.part(id, options);
      const texts = [document.text];
      let cursor = first;
      let isEdited = false;
      while (cursor !== null && !isEdited) {
        const part = await this.part(id, options, cursor);
        isEdited = part.revision !== document.revision;
        texts.push(part.text);
        cursor = part.next_cursor;
      }
      if (!isEdited) return { ...document, text: texts.join('') };
    }
  }

  /** Returns one page of calendar events, in the order in which they start. Needs `calendar.read`. */
  calendarEvents(filter: CalendarFilter): Promise<Page<CalendarEvent>> {
    return this.list('list_calendar_events', filter);
  }

  /**
   * Returns one page of what the assistant remembers about the person of the handle, the newest first. Rejects without
   * a handle. Needs `memory.read`.
   */
  memory(filter: ListOptions & { readonly query: string }): Promise<Page<Memory>> {
    return this.list('search_memory', filter);
  }

  /** Returns a person. Needs `people.read`. */
  person(id: string, options: CallOptions = {}): Promise<PersonWithRole> {
    return this.get(`/people/${encodeURIComponent(id)}`, options);
  }

  /** Returns a calendar event. Needs `calendar.read`. */
  calendarEvent(id: string, options: CallOptions = {}): Promise<CalendarEvent> {
    return this.get(`/calendar/${encodeURIComponent(id)}`, options);
  }

  /** Returns what the assistant remembers under this id. Rejects without a handle. Needs `memory.read`. */
  memoryItem(id: string, options: CallOptions = {}): Promise<Memory> {
    return this.get(`/memory/${encodeURIComponent(id)}`, options);
  }

  /** Searches all types of records that the scopes cover, the newest first. Needs one of the reading scopes. */
  search({ query: q, signal, timeoutMs, ...filter }: SearchFilter): Promise<Page<SearchHit>> {
    return this.get('/search', { signal, timeoutMs }, { q, ...filter });
  }

  private get<Result>(path: string, options: CallOptions, query: ApiRequest['query'] = {}): Promise<Result> {
    return callApi(this.options, { ...options, method: 'GET', path: `/platform${path}`, query });
  }

  private part(id: string, options: CallOptions, cursor?: string): Promise<DocumentPart> {
    return this.call('get_document', { id, cursor }, options);
  }

  private list<Item>(name: ToolName, { signal, timeoutMs, ...args }: ListOptions): Promise<Page<Item>> {
    return this.call(name, args, { signal, timeoutMs });
  }

  private call<Result>(name: ToolName, args: object, options: CallOptions): Promise<Result> {
    return callTool(this.options, { name, args: { ...args } }, options);
  }
}
