/** The documents of the plugin contract, as they go over the wire (snake_case; times in RFC 3339 UTC; MU as decimal strings). */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

export interface InstallationInfo {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly status: 'pending' | 'installed' | 'consent_pending' | 'paused' | 'suspended' | 'removed';
  readonly plugin_api: string;
  readonly api_base: string;
  readonly scopes: readonly string[];
  readonly scopes_pending: readonly string[];
  readonly settings: JsonObject;
  readonly settings_revision: number;
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
  readonly external_id: string;
  readonly data: Data;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewProposal {
  readonly external_id: string;
  readonly record_type: string;
  readonly action: 'create' | 'update';
  /** The record to update; null or absent for `create`. */
  readonly record_id?: string | null;
  readonly base_revision?: number;
  readonly changes: JsonObject;
  readonly summary: string;
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
  readonly available: string;
  readonly held: string;
}
export interface Wallet extends Balance {
  readonly totals: { readonly purchased: string; readonly gifted: string; readonly consumed: string };
  readonly plan: { readonly key: string; readonly rates: Readonly<Record<string, string>> } | null;
  readonly as_of: string;
}
/** The plugin sends the service's key and the count; the charge is computed by the service (seed: Money rules). */
export interface ServiceUse {
  readonly service: string;
  readonly count: number;
  readonly reference?: string;
}
export interface Hold {
  readonly id: string;
  readonly status: 'open' | 'settled' | 'released' | 'expired';
  readonly service: string;
  readonly count: number;
  readonly held: string;
  readonly rate: string;
  readonly expires_at: string;
  readonly wallet: Balance;
}
export interface ClosedHold extends Hold {
  readonly charged: string;
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
  readonly id: string;
  readonly type: string;
  readonly installation_id: string;
  readonly sequence: number;
  readonly created_at: string;
  readonly data: Data;
}
/** `data` of `plugin.proposal.settled`. `revision: 2` is a reason written later: an update, not a new verdict (seed: Events 4). */
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
  /** Where to go on; opaque. */
  readonly next_after: string;
  readonly has_more: boolean;
}
