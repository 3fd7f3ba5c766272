/**
 * The JSON documents of the plugin API, exactly as they are sent: names in snake_case, times in RFC 3339 UTC, MU and
 * other amounts as decimal strings.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it as `cursor` to read the next page; null on the last page. */
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
  /** Scopes of a newer version that an admin has not consented to yet. */
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
  /** Your own id of the record, 1 to 200 characters. */
  readonly external_id: string;
  readonly data: Data;
  /** Counts from 1; pass it as `ifMatch` to replace exactly this revision. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewProposal {
  /** Your own id of the proposal. Repeating it with the same body returns the same proposal. */
  readonly external_id: string;
  /** A record type of the platform, for example `case`. */
  readonly record_type: string;
  readonly action: 'create' | 'update';
  /** The record to update; null or absent for `create`. */
  readonly record_id?: string | null;
  /** The revision of the record that the proposal is based on. */
  readonly base_revision?: number;
  /** The fields to set. */
  readonly changes: JsonObject;
  /** One sentence for the person who decides, in the organisation's language. */
  readonly summary: string;
  /** A person from `client.people()`. */
  readonly assignee_id?: string;
}
export type ProposalStatus = 'pending' | 'applied' | 'rejected';
export interface Proposal {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly external_id: string;
  readonly record_type: string;
  readonly action: 'create' | 'update';
  readonly record_id: string | null;
  readonly changes: JsonObject;
  readonly summary: string;
  /** Why it was rejected, if a person gave a reason. */
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
/** Units of a service of the manifest. The service computes the charge from the rate of the plan. */
export interface ServiceUse {
  /** Key of the service in the manifest. */
  readonly service: string;
  /** Number of units. */
  readonly count: number;
  /** Your own text, stored with the charge. */
  readonly reference?: string;
}
export interface Hold {
  readonly id: string;
  readonly status: 'open' | 'settled' | 'released' | 'expired';
  readonly service: string;
  readonly count: number;
  /** MU reserved. */
  readonly held: string;
  /** MU per unit. */
  readonly rate: string;
  readonly expires_at: string;
  readonly wallet: Balance;
}
export interface ClosedHold extends Hold {
  /** MU charged. */
  readonly charged: string;
  /** MU returned to the balance. */
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
  /** The same in every delivery of this event. */
  readonly id: string;
  /** For example `plugin.proposal.settled`. */
  readonly type: string;
  readonly installation_id: string;
  /** Counts from 1 without gaps per installation. */
  readonly sequence: number;
  readonly created_at: string;
  readonly data: Data;
}
/** The `data` of `plugin.proposal.settled`. `revision: 2` adds a reason that was written later to the same outcome. */
export type ProposalSettled = {
  readonly proposal_id: string;
  readonly external_id: string;
  readonly record_type: string;
  readonly outcome: 'applied' | 'rejected';
  readonly reason: string | null;
  readonly settled_by: 'person' | 'rule';
  readonly revision: number;
};
export interface EventPage {
  readonly events: readonly PluginEvent[];
  /** Pass it as `after` to read the next page. Opaque. */
  readonly next_after: string;
  readonly has_more: boolean;
}
