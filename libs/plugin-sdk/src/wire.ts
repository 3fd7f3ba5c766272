/**
 * The JSON documents of the plugin API, exactly as they are sent. Names are in snake_case, times in RFC 3339 UTC, and
 * MU and other amounts are decimal strings.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass this as `cursor` to read the next page. Null on the last page. */
  readonly next_cursor: string | null;
}

export interface InstallationInfo {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly status: 'pending' | 'installed' | 'consent_pending' | 'paused' | 'suspended' | 'removed';
  readonly plugin_api: string;
  readonly api_base: string;
  /** Granted scopes. */
  readonly scopes: readonly string[];
  /** Scopes that a newer version requests and that no admin has consented to yet. */
  readonly scopes_pending: readonly string[];
  readonly settings: JsonObject;
  readonly settings_revision: number;
  /** Key of the plan in the manifest. */
  readonly plan: string | null;
  readonly locale: {
    readonly language: string;
    readonly direction: 'rtl' | 'ltr';
    readonly calendar: string;
    readonly timezone: string;
  };
  readonly machine_user: { readonly id: string };
  readonly installed_at: string | null;
  readonly token: { readonly last4: string };
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly assignable: boolean;
}

export interface PluginRecord<Data extends JsonObject = JsonObject> {
  readonly type: string;
  /** Your own id for the record, 1 to 200 characters. */
  readonly external_id: string;
  readonly data: Data;
  /** The revision, starting at 1. Pass it as `ifMatch` to replace exactly this revision. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewProposal {
  /** Your own id for the proposal. A repeat with the same id and body returns the same proposal. */
  readonly external_id: string;
  /** A record type of the platform, for example `case`. */
  readonly record_type: string;
  readonly action: 'create' | 'update';
  /** The id of the record to update; null or absent for `create`. */
  readonly record_id?: string | null;
  /** The revision of the record that the proposal is based on. */
  readonly base_revision?: number;
  /** The fields to set. */
  readonly changes: JsonObject;
  /** One sentence for the person who decides on the proposal, in the organisation's language. */
  readonly summary: string;
  /** The id of a person from `client.people()`. */
  readonly assignee_id?: string;
}
/** `withdrawn`: you took it back while it was pending. */
export type ProposalStatus = 'pending' | 'applied' | 'rejected' | 'withdrawn';
export interface Proposal {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly external_id: string;
  readonly record_type: string;
  readonly action: 'create' | 'update';
  readonly record_id: string | null;
  readonly changes: JsonObject;
  readonly summary: string;
  /** The reason for the rejection, if the person gave one. */
  readonly reason: string | null;
  readonly revision: number;
  readonly created_at: string;
  readonly settled_at: string | null;
}

export interface NewSource {
  readonly external_id: string;
  readonly kind: 'message' | 'document';
  readonly title: string;
  readonly content_type: string;
  readonly content: string;
  readonly content_encoding: 'utf-8' | 'base64';
  readonly occurred_at: string;
}
export interface Source {
  readonly id: string;
  readonly status: string;
  readonly external_id: string;
}

export interface Balance {
  /** MU that can be spent. */
  readonly available: string;
  /** MU reserved by open holds. */
  readonly held: string;
}
export interface Wallet extends Balance {
  readonly totals: { readonly purchased: string; readonly gifted: string; readonly consumed: string };
  readonly plan: { readonly key: string; readonly rates: Readonly<Record<string, string>> } | null;
  readonly as_of: string;
}
/** A number of units of a service in the manifest. The wallet computes the charge from the plan's rate. */
export interface ServiceUse {
  /** Key of the service in the manifest. */
  readonly service: string;
  /** Number of units. */
  readonly count: number;
  /** Your own note, stored with the charge. */
  readonly reference?: string;
}
export interface Hold {
  readonly id: string;
  readonly status: 'open' | 'settled' | 'released' | 'expired';
  readonly service: string;
  readonly count: number;
  /** The reserved MU. */
  readonly held: string;
  /** The rate, in MU per unit. */
  readonly rate: string;
  readonly expires_at: string;
  readonly wallet: Balance;
}
export interface ClosedHold extends Hold {
  /** The charged MU. */
  readonly charged: string;
  /** The MU returned to the balance. */
  readonly released: string;
}
export interface Consumed {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly charged: string;
  readonly wallet: Balance;
}

export interface PluginEvent<Data extends JsonObject = JsonObject> {
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
/**
 * The `data` of `plugin.proposal.settled`. An event with `revision: 2` has the same outcome and adds a reason that
 * the person wrote later.
 */
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
export interface EventPage {
  readonly events: readonly PluginEvent[];
  /** Pass this opaque cursor as `after` to read the next page. */
  readonly next_after: string;
  readonly has_more: boolean;
}
