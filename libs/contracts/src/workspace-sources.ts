/**
 * Requests, replies and public facts of the workspace service for sources: messages and documents that a plugin brings
 * in and a person reviews (docs/reference/sources.md).
 */
import { decisionRequires } from './caller-policy.js';
import type { InboxSearch } from './inbox-search.js';
import { command, publicFact, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

export type SourceKind = 'message' | 'document';
export type SourceStatus = 'pending' | 'accepted' | 'dismissed';
/** The media types that a source can have. */
export const SOURCE_CONTENT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/html',
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'message/rfc822',
] as const;
export type SourceContentType = (typeof SOURCE_CONTENT_TYPES)[number];

/** The longest content of a source, decoded. */
export const SOURCE_CONTENT_MAX_BYTES = 5 * 1024 * 1024;
/** Content crosses NATS in pieces of this size, because one message of the whole content is near the broker's limit. */
export const SOURCE_CHUNK_BYTES = 512 * 1024;

/**
 * What the text of an accepted source is: `extracted`; `cut`, when the text was longer than a record may have; `none`,
 * when the content has no text, as an image; `failed`, when the content could not be read; `not_extracted`, when this
 * instance does not extract text, because its system refuses the confinement (docs/deployment/text-extraction.md).
 */
export type SourceText = 'extracted' | 'cut' | 'none' | 'failed' | 'not_extracted';

/** A source as its plugin sees it. */
export interface SourceResource {
  readonly id: string;
  readonly status: SourceStatus;
  readonly external_id: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly content_type: SourceContentType;
  /** Bytes of the decoded content. */
  readonly size: number;
  /** SHA-256 of the decoded content, in lower-case hex. */
  readonly digest: string;
  /** When the message was written or the document was made, as the plugin stated it. */
  readonly occurred_at: string;
  readonly created_at: string;
  readonly reviewed_at: string | null;
  /** The document or the message that the source became; null while it is pending, and when it was dismissed. */
  readonly record_id: string | null;
  /** Why it was dismissed, if a person wrote a reason. */
  readonly reason: string | null;
}
/** A source as the people of the organisation see it. */
export interface SourceForPeople extends SourceResource {
  readonly installation_id: string;
  readonly plugin_id: string;
  /** The person who reviewed it. */
  readonly reviewed_by: string | null;
  /** The session of the message that the source became; null for a document. */
  readonly session_id: string | null;
  /** Null until the source is accepted. */
  readonly text: SourceText | null;
}

interface OfInstallation {
  installation_id: string;
  organisation_id: string;
}
/** When `person_id` is set, the plugin acts with that person's handle and sees only what the person sees. */
interface VisibleTo {
  person_id: string | null;
}
/** What a plugin states about a source. `digest` and `size` are those of the decoded content. */
interface NewSource extends OfInstallation, VisibleTo {
  external_id: string;
  kind: SourceKind;
  title: string;
  content_type: SourceContentType;
  digest: string;
  size: number;
  occurred_at: string;
}
interface Reviewed {
  organisation_id: string;
  person_id: string;
  source_id: string;
  idempotency?: RequestIdempotency;
}

/** The text of a source, at most 20,000 characters of it. */
export interface SourceTextResource {
  readonly text: string;
  readonly status: SourceText;
}

export const workspaceSources = {
  /**
   * Begins the upload of a source's content. When the plugin has already brought this source in, the reply is the
   * source, and there is nothing to upload. Rejects with `source.invalid` {problems}, `source.external_id_exists`
   * {source_id}, `source.quota_exceeded` {limit, maximum}, `auth.scope_missing` or `installation.not_found`. A request
   * whose idempotency key was used gets the reply of `submitSource`.
   */
  beginUpload: command<
    NewSource & { idempotency?: RequestIdempotency },
    | { readonly upload_id: string; readonly source: null }
    | { readonly upload_id: null; readonly source: SourceResource; readonly created: boolean }
  >('workspace', 'source.begin-upload'),
  /**
   * Stores one chunk; the reply acknowledges it. Chunks may arrive in any order, at any process of the service, and
   * more than once. `data` is base64. Rejects with `source.upload_incomplete`.
   */
  addChunk: command<
    { organisation_id: string; upload_id: string; index: number; data: string },
    { readonly index: number }
  >('workspace', 'source.add-chunk'),
  /** Deletes the chunks of an upload that will not be completed. Accepts also when there are none. */
  abortUpload: command<{ organisation_id: string; upload_id: string }, null>('workspace', 'source.abort-upload'),
  /**
   * Stores the uploaded content and adds the source. Rejects as `beginUpload`, and with `source.upload_incomplete` or
   * `source.content_mismatch` {declared, detected}.
   */
  submitSource: command<
    NewSource & { upload_id: string; idempotency?: RequestIdempotency },
    { readonly source: SourceResource; readonly created: boolean }
  >('workspace', 'source.submit'),
  listSourcesOfPlugin: query<
    OfInstallation & VisibleTo & PageRequest & { status: SourceStatus | null },
    Page<SourceResource>
  >('workspace', 'source.list-of-plugin'),
  getSourceOfPlugin: query<OfInstallation & VisibleTo & { source_id: string }, SourceResource>(
    'workspace',
    'source.get-of-plugin',
  ),
  listSources: query<
    {
      organisation_id: string;
      person_id: string;
      status: SourceStatus | null;
      /** Only those of this plugin. */
      plugin_id?: string | null;
    } & InboxSearch &
      PageRequest,
    Page<SourceForPeople>
  >('workspace', 'source.list'),
  getSource: query<{ organisation_id: string; person_id: string; source_id: string }, SourceForPeople>(
    'workspace',
    'source.get',
  ),
  /**
   * One chunk of the content from `offset` on, in base64; `next_offset` is null with the last one. Rejects with
   * `source.not_found` or `source.content_deleted`.
   */
  readContent: query<
    { organisation_id: string; person_id: string; source_id: string; offset: number },
    { readonly data: string; readonly next_offset: number | null }
  >('workspace', 'source.read-content'),
  /**
   * The beginning of the text that the source would become, for people who review it: `extracted`, `cut` when there is
   * more, `none` for an image, `failed` when it cannot be read. Rejects with `source.not_found`.
   */
  readText: query<{ organisation_id: string; person_id: string; source_id: string }, SourceTextResource>(
    'workspace',
    'source.read-text',
  ),
  /**
   * Adds the document or the message and closes the review in one commit. A message needs `session_id`; a document
   * needs `member_ids`, where null means the whole organisation. Absent fields are undefined. Rejects with
   * `source.invalid` {problems}, `source.not_found`, `source.reviewed` {status} or `session.not_found`.
   */
  acceptSource: command<
    Reviewed & { session_id?: string | null; case_id?: string | null; member_ids?: readonly string[] | null },
    SourceForPeople
  >('workspace', 'source.accept', decisionRequires('admin', 'member')),
  /** Rejects with `request.invalid` {problems}, `source.not_found` or `source.reviewed` {status}. */
  dismissSource: command<Reviewed & { reason: string | null }, SourceForPeople>(
    'workspace',
    'source.dismiss',
    decisionRequires('admin', 'member'),
  ),
};

export interface SourceReviewedV1 {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly at: string;
  /** The fields from here on are the `data` of the event `plugin.source.reviewed`. */
  readonly source_id: string;
  readonly external_id: string;
  readonly kind: SourceKind;
  readonly outcome: 'accepted' | 'dismissed';
  /** The document or the message that the source became; null when it was dismissed. */
  readonly record_id: string | null;
  readonly reason: string | null;
}
export const workspaceSourceFacts = {
  sourceReviewed: publicFact<SourceReviewedV1>('workspace', 'source.reviewed'),
};
