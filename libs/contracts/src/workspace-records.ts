/**
 * Requests and replies of the workspace service for the platform's own records: cases, documents, calendar events,
 * sessions, memory, and the search over all of them.
 */
import type { RevisionCondition } from './revision-condition.js';
import { decisionRequires } from './caller-policy.js';
import { command, query, type JsonObject, type Page, type PageRequest, type RequestIdempotency } from './messages.js';
import type { AuditEntry } from './audit.js';
import type { CaseResource } from './workspace.js';

/** A document. With `member_ids` null every member of the organisation sees it. */
export interface DocumentResource {
  readonly id: string;
  readonly title: string;
  readonly content_type: string;
  readonly text: string;
  readonly case_id: string | null;
  readonly member_ids: readonly string[] | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
/** A document without its text, as a search finds it. */
export interface DocumentSummary {
  readonly id: string;
  readonly title: string;
  readonly content_type: string;
  readonly case_id: string | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** The words around the first one that was found, or those at the beginning; `…` where text was left off. */
  readonly excerpt: string;
}
/** An event of the calendar. With `attendee_ids` null every member of the organisation sees it. */
export interface CalendarEventResource {
  readonly id: string;
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly attendee_ids: readonly string[] | null;
  readonly case_id: string | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface SessionMessageResource {
  readonly id: string;
  readonly at: string;
  /** Null for a message that came from an accepted source. */
  readonly author_id: string | null;
  readonly text: string;
}
/** A session without its messages, as lists contain it. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly started_at: string;
  readonly participant_ids: readonly string[] | null;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface SessionResource extends SessionSummary {
  /** The newest messages, in the order in which they were written. */
  readonly messages: readonly SessionMessageResource[];
  /** The cursor of `GET …/sessions/{id}/messages` for the messages before these; null when there are none. */
  readonly earlier_messages: string | null;
}
/** Something that the assistant remembers about one person. */
export interface MemoryResource {
  readonly id: string;
  readonly person_id: string;
  readonly text: string;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export type SearchedType = 'case' | 'person' | 'session' | 'document' | 'calendar_event' | 'memory';
/**
 * How many records everyone in an organisation sees, which is what a plugin reads without a person. 1,000 stands for
 * 1,000 or more; of a type with more than 10,000 records only the newest 10,000 are counted.
 */
export interface RecordCounts {
  readonly cases: number;
  readonly people: number;
  readonly sessions: number;
  readonly documents: number;
  readonly calendar_events: number;
}
/** A record that a search found. */
export interface SearchHit {
  readonly type: SearchedType;
  readonly id: string;
  readonly title: string;
  /**
   * The words around the first one that was found, with `…` where text was left off; null when the title is the whole
   * text.
   */
  readonly excerpt: string | null;
}

/**
 * Who reads: a person (`person_id`) sees what the person sees; with `person_id` null a plugin sees what the whole
 * organisation sees.
 */
interface Reader {
  organisation_id: string;
  person_id: string | null;
}
/** `fields` and `changes` have the names of the resource. The workspace validates them. */
interface CreateRecord {
  organisation_id: string;
  by: string;
  fields: JsonObject;
  idempotency?: RequestIdempotency;
}
/** `revision` is the revision that the edit needs. */
interface EditRecord {
  organisation_id: string;
  by: string;
  record_id: string;
  revision: RevisionCondition;
  changes: JsonObject;
  idempotency?: RequestIdempotency;
}
type GetRecord = Reader & { record_id: string };
type ListRecords = Reader & PageRequest;
/** `due`: by the day on which a case is due, those without one last. */
export const CASE_SORTS = ['newest', 'oldest', 'due'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];
export interface CaseFilter {
  status: CaseResource['status'] | null;
  assignee_id: string | null;
  query: string | null;
}

const asMember = decisionRequires('admin', 'member');

/** Refusals: `<type>.not_found`, `<type>.invalid` {problems}, `<type>.revision_conflict` {revision}. */
export const workspaceRecords = {
  createCase: command<CreateRecord, CaseResource>('workspace', 'case.create', asMember),
  editCase: command<EditRecord, CaseResource>('workspace', 'case.edit', asMember),
  getCase: query<GetRecord, CaseResource>('workspace', 'case.get'),
  /** Who created and edited a case, the newest first. Rejects with `case.not_found`. */
  listCaseHistory: query<GetRecord & PageRequest, Page<AuditEntry>>('workspace', 'case.history'),
  /** The newest first, without a `sort`. `query` is a text search over title and description. */
  listCases: query<ListRecords & CaseFilter & { sort?: CaseSort | null }, Page<CaseResource>>('workspace', 'case.list'),
  /**
   * The open cases before the closed ones, and within each the newest first. `total` is on the first page when it is
   * cheap to count: it fits on the page, or it is at most 1,000 and there is no `query`.
   */
  listOpenCasesFirst: query<ListRecords & CaseFilter, Page<CaseResource> & { readonly total?: number }>(
    'workspace',
    'case.list-open-first',
  ),

  createDocument: command<CreateRecord, DocumentResource>('workspace', 'document.create', asMember),
  editDocument: command<EditRecord, DocumentResource>('workspace', 'document.edit', asMember),
  getDocument: query<GetRecord, DocumentResource>('workspace', 'document.get'),
  /** The newest first. `query` is a text search over title and text. */
  listDocuments: query<ListRecords & { case_id: string | null; query: string | null }, Page<DocumentResource>>(
    'workspace',
    'document.list',
  ),
  /** The newest first, without their texts. `query` is a text search over title and text. */
  searchDocuments: query<ListRecords & { case_id: string | null; query: string | null }, Page<DocumentSummary>>(
    'workspace',
    'document.search',
  ),

  createCalendarEvent: command<CreateRecord, CalendarEventResource>('workspace', 'calendar-event.create', asMember),
  editCalendarEvent: command<EditRecord, CalendarEventResource>('workspace', 'calendar-event.edit', asMember),
  getCalendarEvent: query<GetRecord, CalendarEventResource>('workspace', 'calendar-event.get'),
  /** In the order in which they start. `from` and `to` are times: events that overlap this period, `to` excluded. */
  listCalendarEvents: query<
    ListRecords & { from: string | null; to: string | null; attendee_id: string | null },
    Page<CalendarEventResource>
  >('workspace', 'calendar-event.list'),

  createSession: command<CreateRecord, SessionSummary>('workspace', 'session.create', asMember),
  editSession: command<EditRecord, SessionSummary>('workspace', 'session.edit', asMember),
  addMessage: command<
    { organisation_id: string; by: string; session_id: string; text: string; idempotency?: RequestIdempotency },
    SessionMessageResource
  >('workspace', 'session.add-message', asMember),
  /** `max_bytes` bounds the texts of the messages that come with the session. */
  getSession: query<GetRecord & { max_bytes?: number }, SessionResource>('workspace', 'session.get'),
  /** The newest first. `since` and `until` are times of the start, `until` excluded; `query` also searches messages. */
  listSessions: query<
    ListRecords & { since: string | null; until: string | null; query: string | null },
    Page<SessionSummary>
  >('workspace', 'session.list'),
  /** The newest first. */
  listMessages: query<GetRecord & PageRequest, Page<SessionMessageResource>>('workspace', 'session.list-messages'),

  createMemory: command<CreateRecord, MemoryResource>('workspace', 'memory.create', asMember),
  editMemory: command<EditRecord, MemoryResource>('workspace', 'memory.edit', asMember),
  getMemory: query<GetRecord, MemoryResource>('workspace', 'memory.get'),
  /** The newest first. Empty without a person. */
  listMemory: query<ListRecords & { query: string | null }, Page<MemoryResource>>('workspace', 'memory.list'),

  /** Counts what a plugin could read. */
  countRecords: query<{ organisation_id: string }, RecordCounts>('workspace', 'record.count'),
  /** The newest first, over everything that the reader sees. `types` null searches all types. */
  search: query<ListRecords & { query: string; types: readonly SearchedType[] | null }, Page<SearchHit>>(
    'workspace',
    'record.search',
  ),
};
