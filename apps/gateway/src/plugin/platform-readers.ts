/** Reads what comes in parts, for the routes and for the tools of the MCP server alike. */
import {
  workspaceRecords,
  type DocumentResource,
  type PageRequest,
  type SessionMessageResource,
  type SessionSummary,
} from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';
import { textPart } from './mcp/text-part.js';

/** The most records in a page. */
export const PAGE_LIMIT_MAX = 50;
/** The bytes of long fields in one answer. JSON may escape each of them, and the answer stays below 256 KiB. */
export const CONTENT_BYTES = 72 * 1024;

/** A session with some of its messages, in the order in which they were written. */
export interface SessionPart extends SessionSummary {
  readonly messages: readonly SessionMessageResource[];
  /** Pass it as `cursor` to get earlier messages; null when there is nothing more. */
  readonly next_cursor: string | null;
}
/** A document with a part of its text. */
export interface DocumentPart extends DocumentResource {
  /** Pass it as `cursor` to get the next part of the text; null when there is nothing more. */
  readonly next_cursor: string | null;
}
interface OneRecord {
  readonly organisation_id: string;
  /** Null for a plugin that acts for no person. */
  readonly person_id: string | null;
  readonly record_id: string;
}

/** The newest messages without a cursor, else those before them. Throws `Refused` when a service refuses. */
export async function readSession(
  record: OneRecord,
  { cursor, limit }: Pick<PageRequest, 'cursor' | 'limit'>,
  send: SendRequest,
): Promise<SessionPart> {
  const request = { ...record, max_bytes: CONTENT_BYTES };
  const { earlier_messages, ...session } = (await send(workspaceRecords.getSession, request)).reply;
  if (cursor === null) return { ...session, next_cursor: earlier_messages };
  const { items, next_cursor } = (await send(workspaceRecords.listMessages, { ...request, cursor, limit })).reply;
  return { ...session, messages: items.toReversed(), next_cursor };
}

/** A different `revision` in a later part means that the document was edited. Throws `Refused`. */
export async function readDocument(record: OneRecord, cursor: string | null, send: SendRequest): Promise<DocumentPart> {
  const { reply } = await send(workspaceRecords.getDocument, record);
  return { ...reply, ...textPart(reply.text, cursor) };
}
