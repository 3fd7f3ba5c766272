/**
 * Requests and replies of the installation service: listings of the plugin store, and installations of
 * plugins in organisations.
 */
import type { InstallationFilter, ListingFilter } from './installation-filter.js';
import type { RevisionCondition } from './revision-condition.js';
import { gatewayRequires } from './caller-policy.js';
import { command, query, type JsonObject, type RequestIdempotency, type Page, type PageRequest } from './messages.js';
import type { Tier } from './catalogue.js';
import type { Deprecation } from './deprecation.js';
import type { ListingProvenance } from './provenance.js';
import type {
  InstallationManifest,
  InstallationUpdate,
  ListingVersion,
  PluginPage,
  PluginPages,
  PluginTitle,
  SettingsLookup,
  ToolResource,
  UpdatePolicy,
  VersionChoice,
  VersionDecline,
  VersionFailure,
  VisibleSettings,
} from './installation-details.js';

export type InstallationStatus = 'pending' | 'installed' | 'consent_pending' | 'paused' | 'suspended' | 'removed';

/**
 * A plugin in the list of the plugin store, without its manifest: the highest published version that this instance
 * has accepted.
 */
export interface ListingSummary {
  readonly plugin_id: string;
  readonly version: string;
  readonly tier: Tier;
  readonly kind: 'external' | 'instance';
  readonly publisher: string;
  readonly names: JsonObject;
  readonly summaries: JsonObject;
  readonly scopes: readonly string[];
  readonly plans: readonly { readonly key: string; readonly names: JsonObject }[];
  /** The lowest rate of a plan, in MU per unit of the service; null for a plugin that charges nothing. */
  readonly lowest_rate: {
    readonly service: string;
    readonly names: JsonObject;
    readonly unit: string | null;
    readonly rate: string;
  } | null;
  readonly published_at: string;
  /** Why the plugin cannot be installed on this instance: the code of the rejection; null when it can. */
  readonly unavailable: 'containers.not_available' | null;
  /** Set while its publisher deprecates the plugin: it is installed only with a named version. */
  readonly deprecation: Deprecation | null;
  /** The installation in this organisation; null when the plugin is not installed. */
  readonly installation_id: string | null;
  /** The state of that installation. `version_pending`: the higher version that waits for consent. */
  readonly installation: {
    readonly status: InstallationStatus;
    readonly version: string;
    readonly version_pending: string | null;
  } | null;
}
/** One plugin of the store with its manifest. */
export interface ListingResource extends ListingSummary {
  readonly manifest: JsonObject;
  /** Where the release comes from, as its approval states it; null when it does not, or not publicly. */
  readonly provenance: ListingProvenance | null;
}
/** An installation without its settings, which can be large and are read only where they are needed. */
export interface InstallationSummary {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly status: InstallationStatus;
  /** `poll`: the plugin polls its events, and is called for its tools only. */
  readonly delivery: 'push' | 'poll';
  readonly plugin_api: string;
  readonly api_base: string;
  readonly scopes: readonly string[];
  /** Scopes of the pending version that need the administrator's consent. */
  readonly scopes_pending: readonly string[];
  /** Increases with every change of the settings. */
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
/** An installation as the people of its organisation see it. */
export interface InstallationForAdmin extends InstallationSummary, UpdatePolicy {
  /** Only for administrators, with secret values masked; null for members. */
  readonly settings: JsonObject | null;
  readonly organisation_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /**
   * Until when an administrator can read the credentials of a plugin that polls. Null when they have been read, and for
   * a plugin that gets them in the `installed` call.
   */
  readonly credentials_until: string | null;
  /** The higher version that waits for consent, or null. */
  readonly version_pending: string | null;
  /** The update to a version that runs elsewhere, while its plugin has not accepted its credentials; otherwise null. */
  readonly version_moving: { readonly version: string; readonly gives_up_at: string } | null;
  /** Why the last update to a version that runs elsewhere failed; null after a successful one. */
  readonly version_failed: VersionFailure | null;
  /** The versions that administrators declined and that can be reopened, oldest decision first. */
  readonly versions_declined: readonly VersionDecline[];
}

/** An installation in lists and on its page, which name its plugin. */
export interface TitledInstallation extends InstallationForAdmin, PluginTitle {
  /** Set while the publisher deprecates the plugin; the installation runs on. */
  readonly deprecation: Deprecation | null;
  readonly kind: 'external' | 'instance';
}

/** What the gateway needs on every call of a plugin: the plugin's identity and whether it may act now. */
export interface AuthenticatedInstallation {
  readonly organisation_id: string;
  readonly installation: InstallationSummary;
  /**
   * The URL origin of the plugin's pages, from the signed manifest of the installed version; null for a plugin without
   * pages.
   */
  readonly page_origin: string | null;
}

/**
 * What `authenticateTokens` looks up. With `token_hash` null it looks up an installation that is not removed, for a
 * request that a page's handle authenticates. `call_id` is the tool call of a handle; null for a page's handle.
 */
export interface TokenLookup {
  readonly token_hash: string | null;
  readonly installation_id: string;
  readonly call_id?: string | null;
}

/**
 * The result of one lookup: null when the token is not one of the installation. `call_open`: whether the tool call of
 * the lookup is still in progress.
 */
export type TokenAuthentication = (AuthenticatedInstallation & { readonly call_open: boolean }) | null;

/**
 * Part of a batch of lookups: the gateway process that stores the results under leases, which
 * `controlMessages.tokensRevoked` ends. Without it, none are granted.
 */
export interface LeaseRequest {
  readonly lease_holder?: string;
}

/**
 * How long the gateway may use each result, in milliseconds from the sending of the request; 0 for a result without a
 * lease. Absent when no leases were granted.
 */
export interface LeaseGrant {
  readonly leases_ms?: readonly number[];
}

/** Where a page of a plugin is shown: as an app of its own, or as a panel beside a record. */
export type PageSurface = { readonly surface: 'app' } | { readonly surface: 'panel'; readonly panel: string };

/** The installation of a container plugin to which a page host belongs. */
export interface PageHost {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly status: InstallationStatus;
}

export interface InstallRequest {
  organisation_id: string;
  by: string;
  plugin_id: string;
  version: string | null;
  plan: string | null;
  settings: JsonObject;
  consent: { scopes: readonly string[]; base_url?: string; egress?: readonly string[] };
  locale: { language: string; direction: 'rtl' | 'ltr'; calendar: string; timezone: string };
  idempotency?: RequestIdempotency;
}

const byAdmin = gatewayRequires('admin');
const byMember = gatewayRequires('admin', 'member');

export const installation = {
  /** Ordered by plugin id without a `sort`, and by the English name without a `language`. */
  listListings: query<{ organisation_id: string } & ListingFilter & PageRequest, Page<ListingSummary>>(
    'installation',
    'listing.list',
  ),
  /** The listed versions of a plugin, the highest first. Rejects with `store.plugin_not_found`. */
  listVersions: query<{ organisation_id: string; plugin_id: string } & PageRequest, Page<ListingVersion>>(
    'installation',
    'listing.list-versions',
  ),
  /** The highest listed version, or the given one. Rejects with `store.plugin_not_found`. */
  getListing: query<{ organisation_id: string; plugin_id: string; version: string | null }, ListingResource>(
    'installation',
    'listing.get',
  ),
  /**
   * Used by `kushk dev publish`, outside production only. Signs the release with the instance's development key.
   * Rejects with `catalogue.manifest_invalid` {problems}.
   */
  publishForDevelopment: command<{ manifest: unknown; by: string; idempotency?: RequestIdempotency }, ListingResource>(
    'installation',
    'listing.publish-for-development',
    byAdmin,
  ),
  install: command<InstallRequest, InstallationForAdmin>('installation', 'installation.install', byAdmin),
  /**
   * The oldest first, without a `sort`. Without `with_settings`, the settings are null. A page with settings may be
   * shorter than `limit`.
   */
  listInstallations: query<
    { organisation_id: string; with_settings: boolean } & Partial<InstallationFilter> & PageRequest,
    Page<TitledInstallation>
  >('installation', 'installation.list'),
  /**
   * Rejects with `installation.not_found` for an installation that does not exist or belongs to another organisation.
   * With `organisation_id` null, for staff of the instance, it may belong to any organisation. Without
   * `with_settings`, the settings are null.
   */
  getInstallation: query<
    { organisation_id: string | null; installation_id: string; with_settings?: boolean },
    TitledInstallation
  >('installation', 'installation.get'),
  /**
   * The manifest of the installed version, or of `version` if `getUpdate` shows that one. Rejects with
   * `installation.not_found`, or `installation.version_not_found` for any other version.
   */
  getManifest: query<
    { organisation_id: string; installation_id: string; version: string | null },
    InstallationManifest
  >('installation', 'installation.get-manifest'),
  /**
   * The settings for the plugin, secret values included only with `with_secrets`. Rejects with
   * `installation.not_found`.
   */
  getSettings: query<SettingsLookup, VisibleSettings>('installation', 'installation.get-settings'),
  /**
   * The settings of several requests of plugins, in the order of `lookups`. The reply is bounded in bytes: a result is
   * null for an installation that does not fit or does not exist, which `getSettings` then distinguishes.
   */
  getManySettings: query<
    { lookups: readonly SettingsLookup[] } & LeaseRequest,
    { results: readonly (VisibleSettings | null)[] } & LeaseGrant
  >('installation', 'installation.get-many-settings'),
  removeInstallation: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.remove', byAdmin),
  pauseInstallation: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.pause', byAdmin),
  resumeInstallation: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.resume', byAdmin),
  /**
   * With `revision`, the settings are changed only if their revision meets it; otherwise rejects with
   * `installation.revision_conflict` {revision}. Rejects with `installation.settings_invalid` {problems}.
   */
  changeSettings: command<
    {
      organisation_id: string;
      installation_id: string;
      settings: JsonObject;
      revision?: RevisionCondition;
      by: string;
      idempotency?: RequestIdempotency;
    },
    InstallationForAdmin
  >('installation', 'installation.change-settings', byAdmin),
  changePlan: command<
    { organisation_id: string; installation_id: string; plan: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.change-plan', byAdmin),
  /**
   * The plugin renews its own token or signing secret. The previous one stays valid until `previous_valid_until`. The
   * new one is returned once: it is null in an idempotent replay. `token_hash` is the hash of the token of the
   * request: a superseded token may be used until its overlap ends, but not rotate (`auth.token_superseded`). Rejects
   * with `installation.transition_invalid` while the installation is `pending`.
   */
  rotateCredential: command<
    {
      organisation_id: string;
      installation_id: string;
      token_hash: string;
      what: 'token' | 'signing_secret';
      overlap_seconds: number;
      idempotency?: RequestIdempotency;
    },
    {
      what: 'token' | 'signing_secret';
      token: string | null;
      signing_secret: string | null;
      previous_valid_until: string;
    }
  >('installation', 'installation.rotate-credential'),
  /**
   * The administrator renews token and signing secret. The plugin receives both with an `installed` call, and the old
   * ones stay valid until it has responded. Rejects with `installation.transition_invalid` while the installation is
   * `pending` or another renewal is in progress.
   */
  renewCredentials: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.renew-credentials', byAdmin),
  /**
   * The administrator replaces token and signing secret that the plugin has lost. The old ones end at once, and the
   * installation is `pending` until the plugin has accepted the new ones. Rejects with
   * `installation.transition_invalid` while the installation is paused, suspended or removed, and before its first
   * credentials were released.
   */
  reconnectInstallation: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    InstallationForAdmin
  >('installation', 'installation.reconnect', byAdmin),
  /**
   * The administrator consents to the pending version (`version_pending`). With `plan` null the active plan is kept
   * if the version still has it. With `settings` null the settings are kept. Rejects with
   * `installation.transition_invalid` (`version` is not the pending one), `installation.consent_missing` {missing},
   * `installation.plan_unknown` or `installation.settings_invalid` {problems}.
   */
  consentToVersion: command<
    {
      organisation_id: string;
      installation_id: string;
      by: string;
      version: string;
      consent: InstallRequest['consent'];
      plan: string | null;
      settings: JsonObject | null;
      idempotency?: RequestIdempotency;
    },
    InstallationForAdmin
  >('installation', 'installation.consent', byAdmin),
  /**
   * The version that waits for the administrator's consent, or else the one to which the installation may move,
   * compared with the installed one. Rejects with `installation.update_not_found` {declined} when there is none.
   */
  getUpdate: query<{ organisation_id: string; installation_id: string }, InstallationUpdate>(
    'installation',
    'installation.get-update',
  ),
  /**
   * Changes which versions the installation follows, and moves it to the version that it then follows. A null field
   * stays as it is.
   */
  changeUpdatePolicy: command<
    {
      organisation_id: string;
      installation_id: string;
      by: string;
      channel: UpdatePolicy['channel'] | null;
      follow: UpdatePolicy['follow'] | null;
      idempotency?: RequestIdempotency;
    },
    InstallationForAdmin
  >('installation', 'installation.change-update-policy', byAdmin),
  /**
   * The administrator moves the installation to the version that `getUpdate` shows. A version that needs consent then
   * waits for it. Rejects with `installation.transition_invalid` for any other version.
   */
  moveToVersion: command<VersionChoice, InstallationForAdmin>('installation', 'installation.move', byAdmin),
  /**
   * The administrator declines the pending version. It is not offered again until it is reopened; the next one is.
   * Rejects with `installation.transition_invalid` when `version` is not the pending one.
   */
  declineVersion: command<VersionChoice, InstallationForAdmin>('installation', 'installation.decline', byAdmin),
  /**
   * The administrator takes the decision to decline `version` back, which waits for consent again unless a higher one
   * does. Rejects with `installation.transition_invalid` {version} when it is neither declined nor pending.
   */
  reopenVersion: command<VersionChoice, InstallationForAdmin>('installation', 'installation.reopen', byAdmin),
  /**
   * Returns the credentials once and changes a pending installation to `installed`. Rejects with
   * `installation.not_found` in production unless the plugin polls, `installation.credentials_already_read`,
   * `installation.credentials_expired` {until}, or `installation.transition_invalid` while paused or suspended. In an
   * idempotent replay `token` and `signing_secret` are null.
   */
  readCredentials: command<
    { organisation_id: string; installation_id: string; by: string; idempotency?: RequestIdempotency },
    { installation_id: string; token: string | null; signing_secret: string | null; api_base: string }
  >('installation', 'installation.read-credentials', byAdmin),
  /**
   * `token_hash` is the keyed hash of the token in hex. `installation_id` comes from the request path and must match
   * the token. Rejects with `auth.token_invalid`.
   */
  authenticateToken: query<{ token_hash: string; installation_id: string }, AuthenticatedInstallation>(
    'installation',
    'token.authenticate',
  ),
  /**
   * The batch form of `authenticateToken`, for every plugin call: 1 to 256 distinct lookups. `results` are in the
   * order of `tokens`. A result is null for `auth.token_invalid`, and never contains settings, so that a batch stays
   * far below the limit of a message. The service reads its state after the request has arrived, so that a removal
   * applies to the next call.
   */
  authenticateTokens: query<
    { tokens: readonly TokenLookup[] } & LeaseRequest,
    { results: readonly TokenAuthentication[] } & LeaseGrant
  >('installation', 'token.authenticate-many'),
  /**
   * A gateway process that stops holds no leases any more and stores none, so commands no longer wait for it. Changes
   * nothing in the log, so it may be sent again.
   */
  endLeases: query<{ lease_holder: string }, Record<string, never>>('installation', 'token.end-leases'),
  /**
   * Issues the handle of a plugin's page, for a person and the session `session_id`. `record_type` is the type of the
   * record beside which the page is shown. The page's origin comes from the signed manifest. Rejects with
   * `installation.not_found`, `installation.suspended`, `installation.paused`, `installation.not_ready` or
   * `installation.page_not_found`. Changes nothing, so it may be sent again.
   */
  issuePageHandle: query<
    {
      organisation_id: string;
      installation_id: string;
      person_id: string;
      session_id: string;
      page: PageSurface;
      record_type: string | null;
    },
    { handle: string; expires_in_seconds: number }
  >('installation', 'handle.issue'),
  /** Plugins that have pages and may run, ordered by installation id. A page may be shorter than `limit`. */
  listPages: query<{ organisation_id: string } & PageRequest, Page<PluginPages>>('installation', 'page.list'),
  /**
   * Rejects like `issuePageHandle`. With `organisation_id` null, for the document that embeds the page, the
   * installation may belong to any organisation.
   */
  getPage: query<{ organisation_id: string; installation_id: string; page: PageSurface }, PluginPage>(
    'installation',
    'page.get',
  ),
  /**
   * Finds the installation whose pages have this label in their host; null when there is none. With `lease_holder`,
   * like `authenticateTokens`, the gateway may use a host that was found for `lease_ms`.
   */
  findPageHost: query<{ label: string } & LeaseRequest, { host: PageHost | null; lease_ms?: number }>(
    'installation',
    'page.find-host',
  ),
  /**
   * Checks a tool call, opens it and issues its handle: encrypted, read-only, bound to the tool, the person, the
   * session and the call. The handle is valid until `endToolCall`, and at most for the duration of a tool call.
   * Rejects with `installation.not_found`, `installation.suspended`, `installation.paused`, `tool.not_found` or
   * `tool.arguments_invalid` {problems}.
   */
  prepareToolCall: command<
    {
      organisation_id: string;
      installation_id: string;
      tool: string;
      arguments: JsonObject;
      person_id: string;
      session_id: string;
    },
    { installation_id: string; plugin_id: string; handle: string; call_id: string }
  >('installation', 'tool.prepare', byMember),
  /** Ends a tool call, and with it the handle of the call. Repeatable. */
  endToolCall: command<{ installation_id: string; call_id: string }, null>('installation', 'tool.end-call', byMember),
  /** Ordered by installation and tool name. */
  listTools: query<{ organisation_id: string } & PageRequest, Page<ToolResource>>('installation', 'tool.list'),
  /**
   * Installations of some plugins, including removed ones, for the usage report of a month: those created before
   * `created_before`, ordered by id, beginning after the id `after`, at most `limit`.
   */
  listForUsage: query<
    { plugin_ids: readonly string[]; created_before: string; after: string; limit: number },
    { items: readonly { installation_id: string; plugin_id: string; alias: string }[] }
  >('installation', 'installation.list-for-usage'),
  /** The public keys that verify this instance's calls to plugins (JWK, OKP Ed25519). */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('installation', 'signing-key.list'),
};
