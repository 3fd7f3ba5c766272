/** The events that a plugin receives, by push or by polling. */
import type { JsonObject } from './wire.js';

export interface PluginEvent<Data = JsonObject> {
  /** The event id. It is the same in every delivery of this event. */
  readonly id: string;
  /** The event type, for example `plugin.proposal.settled`. */
  readonly type: string;
  readonly installation_id: string;
  /** The sequence number of the event within the installation: it starts at 1 and has no gaps. */
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

/** The `data` of each event type. */
export interface EventData {
  /** A person or a rule applied or rejected a proposal. */
  readonly 'plugin.proposal.settled': ProposalSettled;
  /** A person accepted or dismissed a source. */
  readonly 'plugin.source.reviewed': SourceReviewed;
  readonly 'plugin.settings.changed': { readonly settings_revision: number };
  readonly 'plugin.scopes.changed': {
    readonly scopes: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
  readonly 'plugin.version.changed': { readonly version: string; readonly previous: string };
  readonly 'plugin.plan.changed': { readonly plan: string | null };
  readonly 'plugin.paused': { readonly status: string };
  readonly 'plugin.resumed': { readonly status: string };
  /** Only for a manifest that declares this event. */
  readonly 'plugin.wallet.low': { readonly available: string; readonly threshold: string };
  readonly 'plugin.wallet.hold_expired': {
    readonly hold_id: string;
    readonly service: string;
    /** The MU returned to the balance. */
    readonly released: string;
  };
  /** A test; the data means nothing. */
  readonly 'plugin.ping': JsonObject;
}

/** An event with `revision: 2` has the same outcome and adds a reason that the person wrote later. */
export type ProposalSettled = {
  readonly proposal_id: string;
  readonly external_id: string;
  readonly record_type: string;
  /** The changed or created record; null when a proposal that creates a record is rejected. */
  readonly record_id: string | null;
  readonly outcome: 'applied' | 'rejected';
  readonly reason: string | null;
  readonly settled_by: 'person' | 'rule';
  readonly revision: number;
};
export type SourceReviewed = {
  readonly source_id: string;
  readonly external_id: string;
  readonly kind: 'message' | 'document';
  readonly outcome: 'accepted' | 'dismissed';
  /** The document or the message that the source became; null when it was dismissed. */
  readonly record_id: string | null;
  readonly reason: string | null;
};
