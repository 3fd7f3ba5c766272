/**
 * The JSON documents that plugins send and receive, exactly as they are sent. Names are in snake_case, times in RFC
 * 3339 UTC, and MU and other amounts are decimal strings.
 */
import type {
  DocumentPart,
  EventData,
  NewSource,
  Proposal,
  RecordResource,
  Session,
  Source,
} from './wire.generated.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass this as `cursor` to read the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

/** `Data` may be an interface, which TypeScript does not accept where a `JsonObject` is needed. */
export interface PluginRecord<Data extends object = JsonObject> extends Omit<RecordResource, 'data'> {
  readonly data: Data;
}
/** An event for a plugin, identical in a push and in the feed. */
export interface PluginEvent<Data = JsonObject> {
  readonly id: string;
  /** Later versions add types. */
  readonly type: string;
  readonly installation_id: string;
  /** Counts per installation, without gaps. */
  readonly sequence: number;
  readonly created_at: string;
  readonly data: Data;
}
export interface EventPage {
  readonly events: readonly PluginEvent[];
  /** Pass this opaque cursor as `after` to read the next page. */
  readonly next_after: string;
  readonly has_more: boolean;
}
export type ProposalSettled = EventData['plugin.proposal.settled'];
export type ProposalUndone = EventData['plugin.proposal.undone'];
export type SourceReviewed = EventData['plugin.source.reviewed'];

export type ProposalStatus = Proposal['status'];
export type SourceStatus = Source['status'];
/** The media types that a source can have. HTML is shown as text. */
export type SourceContentType = NewSource['content_type'];

export type SessionMessage = Session['messages'][number];
/** A document with its whole text. */
export type Document = Omit<DocumentPart, 'next_cursor'>;
