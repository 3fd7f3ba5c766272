/**
 * A message or a document that a plugin brings in. It waits for a person, who accepts or dismisses it. The content is
 * in the content store; the log has only its digest and size (docs/reference/sources.md).
 */
import type { SourceContentType, SourceKind, SourceText } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface Submitted {
  readonly sourceId: string;
  readonly installationId: string;
  readonly organisationId: string;
  readonly pluginId: string;
  readonly externalId: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly contentType: SourceContentType;
  /** SHA-256 of the content in lower-case hex. */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
  readonly occurredAt: string;
  /** The person whose handle the plugin used; null when the plugin used no handle. */
  readonly onBehalfOf: string | null;
}
/** The data of every published fact. It is complete, so that a subscriber needs no state of its own. */
export interface ReviewedData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly externalId: string;
  readonly kind: SourceKind;
  /** The person who reviewed the source. */
  readonly by: string;
  readonly at: string;
}
/** What an accepted source became. */
export interface Acceptance {
  /** The document or the message. */
  readonly recordId: string;
  /** The session of the message; null for a document. */
  readonly sessionId: string | null;
  readonly text: SourceText;
}
export type SourceFact =
  | Fact<'SourceSubmitted', Submitted & { at: string }>
  | Fact<'SourceAccepted', ReviewedData & Acceptance>
  | Fact<'SourceDismissed', ReviewedData & { reason: string | null }>;

interface SourceData extends Submitted {
  readonly createdAt: string;
}
interface Review {
  readonly reviewedBy: string;
  readonly reviewedAt: string;
}
export type PendingSource = SourceData & { readonly status: 'pending' };
export type AcceptedSource = SourceData & Review & Acceptance & { readonly status: 'accepted' };
export type DismissedSource = SourceData & Review & { readonly status: 'dismissed'; readonly reason: string | null };
export type Source = { readonly status: 'absent' } | PendingSource | AcceptedSource | DismissedSource;
export type ExistingSource = Exclude<Source, { status: 'absent' }>;

export const sourceStream: StreamType<Source, SourceFact> = {
  category: 'source',
  factTypes: { SourceSubmitted: true, SourceAccepted: true, SourceDismissed: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve: (source, fact) => {
    if (fact.type === 'SourceSubmitted') return pendingSource(fact.data);
    if (source.status === 'absent') return source;
    switch (fact.type) {
      case 'SourceAccepted':
        return acceptedSource(source, fact.data);
      case 'SourceDismissed':
        return dismissedSource(source, fact.data);
      default:
        return unreachable(fact);
    }
  },
};

export function pendingSource({ at, ...submitted }: Submitted & { readonly at: string }): PendingSource {
  return { ...submitted, status: 'pending', createdAt: at };
}

export function acceptedSource(
  source: ExistingSource,
  { recordId, sessionId, text, by, at }: Acceptance & { readonly by: string; readonly at: string },
): AcceptedSource {
  return { ...source, status: 'accepted', recordId, sessionId, text, reviewedBy: by, reviewedAt: at };
}

export function dismissedSource(
  source: ExistingSource,
  { reason, by, at }: { readonly reason: string | null; readonly by: string; readonly at: string },
): DismissedSource {
  return { ...source, status: 'dismissed', reason, reviewedBy: by, reviewedAt: at };
}
