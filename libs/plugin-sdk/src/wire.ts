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

/** `Data` may be an interface, which TypeScript does not accept where a `JsonObject` is needed. */
export interface PluginRecord<Data extends object = JsonObject> {
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
  readonly base_revision?: number | null;
  /** The fields to set. */
  readonly changes: JsonObject;
  /** One sentence for the person who decides on the proposal, in the organisation's language. */
  readonly summary: string;
  /** The id of a person from `client.people()`. */
  readonly assignee_id?: string | null;
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
  /** The revision of the record on which the changes are based; null when the proposal creates a record. */
  readonly base_revision: number | null;
  readonly changes: JsonObject;
  readonly summary: string;
  readonly assignee_id: string | null;
  /** The reason for the rejection, if the person gave one. */
  readonly reason: string | null;
  /** Null while the proposal is pending. */
  readonly settled_by: 'person' | 'rule' | null;
  readonly revision: number;
  readonly created_at: string;
  readonly settled_at: string | null;
}

/** The media types that a source can have. HTML is shown as text. */
export type SourceContentType =
  | 'text/plain'
  | 'text/markdown'
  | 'text/html'
  | 'application/pdf'
  | 'image/png'
  | 'image/jpeg'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'message/rfc822';
export type SourceStatus = 'pending' | 'accepted' | 'dismissed';
export interface NewSource {
  /** Your own id for the source. A repeat with the same id and body returns the same source. */
  readonly external_id: string;
  /** Accepted, a document becomes a document of a case, and a message becomes a message in a session. */
  readonly kind: 'message' | 'document';
  readonly title: string;
  readonly content_type: SourceContentType;
  readonly content: string;
  readonly content_encoding: 'utf-8' | 'base64';
  /** When the message was written or the document was made. */
  readonly occurred_at: string;
}
export interface Source {
  readonly id: string;
  readonly status: SourceStatus;
  readonly external_id: string;
  readonly kind: 'message' | 'document';
  readonly title: string;
  readonly content_type: SourceContentType;
  /** Bytes of the decoded content. */
  readonly size: number;
  /** SHA-256 of the decoded content, in lower-case hex. */
  readonly digest: string;
  readonly occurred_at: string;
  readonly created_at: string;
  readonly reviewed_at: string | null;
  /** The document or the message that the source became; null while it is pending and when it was dismissed. */
  readonly record_id: string | null;
  /** Why it was dismissed, if somebody wrote a reason. */
  readonly reason: string | null;
}

export interface Balance {
  /** MU that can be spent. */
  readonly available: string;
  /** MU reserved by open holds. */
  readonly held: string;
}
export interface Wallet extends Balance {
  /** Since the wallet was opened. */
  readonly totals: {
    readonly purchased: string;
    readonly gifted: string;
    readonly consumed: string;
    readonly reversed: string;
    readonly revoked: string;
    readonly carried_in: string;
    readonly carried_out: string;
  };
  /** What is left of each kind, including what is held. Gifts are consumed first. */
  readonly remaining: { readonly gifted: string; readonly purchased: string };
  /** `frozen`: no holds, charges and settlements. */
  readonly status: 'open' | 'frozen' | 'closed';
  /** Who froze the wallet, when and why. */
  readonly frozen: { readonly reason: string; readonly by: string; readonly at: string } | null;
  /** What may be consumed and held in one usage month, in all and by service. Null and absent: no limit. */
  readonly budget: { readonly monthly: string | null; readonly services: Readonly<Record<string, string>> };
  /** The threshold of a low balance that the admin has set. */
  readonly threshold: string | null;
  /** The threshold that applies. */
  readonly low_threshold: string;
  readonly is_low: boolean;
  /** In the current usage month, which begins at midnight in Tehran. */
  readonly month: {
    /** `YYYY-MM`. */
    readonly month: string;
    readonly starts_at: string;
    readonly ends_at: string;
    readonly purchased: string;
    readonly gifted: string;
    readonly consumed: string;
    readonly reversed: string;
    readonly revoked: string;
    /** The services that were consumed this month or are held now. */
    readonly services: readonly { readonly service: string; readonly consumed: string; readonly held: string }[];
  };
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
  readonly reference?: string | null;
}
export interface NewHold extends ServiceUse {
  /** How long the hold lasts: 10 to 86,400 seconds, 900 by default. */
  readonly ttl_seconds?: number | null;
}
/** What a charge would cost now. */
export interface Quote {
  readonly service: string;
  readonly count: number;
  /** The rate, in MU per unit. */
  readonly rate: string;
  readonly mu: string;
  readonly available: string;
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
  readonly reference: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly wallet: Balance;
}
/** A hold in a list, which has no balance. */
export type ListedHold = Omit<Hold, 'wallet'>;
/** One movement of MU in the wallet. */
export interface WalletEntry {
  readonly id: string;
  readonly sequence: number;
  readonly at: string;
  readonly kind:
    | 'purchase'
    | 'gift'
    | 'revocation'
    | 'consumption'
    | 'reversal'
    | 'hold'
    | 'settle'
    | 'release'
    | 'expiry'
    | 'carried_in'
    | 'carried_out';
  readonly service: string | null;
  readonly count: number | null;
  readonly rate: string | null;
  readonly mu: string;
  /** How much of `mu` was taken from gifts, or added to them. */
  readonly gifted: string;
  readonly hold_id: string | null;
  readonly reference: string | null;
  readonly by: string;
  readonly available_after: string;
  readonly held_after: string;
  readonly month: string;
  readonly previous_hash: string | null;
  readonly hash: string;
  /** The entry that gave this consumption back. */
  readonly reversed_by: string | null;
}
interface ClosedHold extends Hold {
  /** The charged MU. */
  readonly charged: string;
  /** The MU returned to the balance. */
  readonly released: string;
}
export interface SettledHold extends ClosedHold {
  readonly settled_count: number;
  /** Whether the settlement arrived after the hold had expired. */
  readonly late: boolean;
  readonly settled_at: string;
  /** The entry of the charge. */
  readonly entry_id: string;
}
export type ReleasedHold = ClosedHold;
export interface Consumed {
  readonly id: string;
  readonly service: string;
  readonly count: number;
  readonly charged: string;
  /** The rate, in MU per unit. */
  readonly rate: string;
  readonly reference: string | null;
  readonly at: string;
  readonly wallet: Balance;
}
/** One of `token` and `signing_secret`, as requested; null in the repetition of an answer that contained it. */
export type RotatedCredential =
  | { readonly what: 'token' | 'signing_secret'; readonly token: string | null; readonly previous_valid_until: string }
  | {
      readonly what: 'token' | 'signing_secret';
      readonly signing_secret: string | null;
      readonly previous_valid_until: string;
    };
