/**
 * The bodies of the calls to a plugin (docs/reference/delivery.md). The services build them from these types, and the
 * `webhooks` in the plugin API's OpenAPI document are generated from them.
 */
import type { JsonObject } from './messages.js';

/**
 * The installation and its credentials. A repeated call, and the call after a rotation by the admin, look the same.
 * `reconnect` marks a call that replaces credentials without the old secret: it is signed with the new one.
 */
export interface InstalledCall {
  readonly event: 'installed';
  /** Only after a reconnect by the admin, or for a new version whose plugin runs elsewhere. */
  readonly reconnect?: true;
  readonly installation_id: string;
  /** `inst_…`: names this installation in your usage and in your statements. */
  readonly alias: string;
  readonly api_base: string;
  /** Only for kind `instance`: the address at which the service calls the container, as `base_url` of a manifest. */
  readonly base_url?: string;
  /** The installation token, `ki_…`. */
  readonly token: string;
  /** `ks_…`: from your answer on, calls are signed with it. */
  readonly signing_secret: string;
  readonly scopes: readonly string[];
  /** The settings by key, with the values of secrets. */
  readonly settings: JsonObject;
}
/** The installation was removed; `Service-Installation-Id` names it. Its token has already stopped working. */
export interface RemovedCall {
  readonly event: 'removed';
}
export interface ToolCallBody {
  readonly installation_id: string;
  /** The person for whom the assistant calls the tool. */
  readonly user_id: string;
  /** Valid for the tool's `input_schema`. */
  readonly arguments: JsonObject;
  /** A read-only handle of that person, for `Service-Handle`. It is bound to this tool and ends with the call. */
  readonly handle: string;
}

/** The `data` of each event type. */
export type PluginEventData = {
  readonly 'plugin.proposal.settled': {
    readonly proposal_id: string;
    readonly external_id: string;
    readonly record_type: string;
    /** The changed or created record; null when a proposal that creates a record is rejected. */
    readonly record_id: string | null;
    readonly outcome: 'applied' | 'rejected';
    readonly reason: string | null;
    readonly settled_by: 'person' | 'rule';
    /** 2 in the event for a reason that the person wrote later. */
    readonly revision: number;
  };
  /** The person who applied a proposal took the change back, within 30 s. The outcome stands as it was. */
  readonly 'plugin.proposal.undone': {
    readonly proposal_id: string;
    readonly external_id: string;
    readonly record_type: string;
    /** The record, with its former values; deleted when the proposal created it. */
    readonly record_id: string;
  };
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
  readonly 'plugin.wallet.low': { readonly available: string; readonly threshold: string };
  readonly 'plugin.wallet.hold_expired': {
    readonly hold_id: string;
    readonly service: string;
    readonly released: string;
  };
  readonly 'plugin.source.reviewed': {
    readonly source_id: string;
    readonly external_id: string;
    readonly kind: 'message' | 'document';
    readonly outcome: 'accepted' | 'dismissed';
    /** The document or the message that the source became; null when it was dismissed. */
    readonly record_id: string | null;
    readonly reason: string | null;
  };
  /** A test; the data means nothing. */
  readonly 'plugin.ping': JsonObject;
};

/** The body of each call to a plugin, by the name that the OpenAPI document gives it. */
export interface PluginCallBodies {
  readonly installed: InstalledCall;
  readonly removed: RemovedCall;
  readonly tool: ToolCallBody;
}
