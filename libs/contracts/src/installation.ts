/** The store of an instance and the installations of plugins in organisations. */
import {
  command,
  publicFact,
  query,
  type JsonObject,
  type Once,
  type Page,
  type PageRequest,
  type Problem,
} from './language.js';
import type { DsseEnvelope, ReleaseStatusChangedV1, Tier } from './catalogue.js';

export type InstallationStatus = 'pending' | 'installed' | 'consent_pending' | 'paused' | 'suspended' | 'removed';

/** A plugin as the store lists it: the highest published version this instance has accepted, as far as one chooses by it. */
export interface OfferSummary {
  readonly plugin_id: string;
  readonly version: string;
  readonly tier: Tier;
  readonly kind: 'external' | 'instance';
  readonly publisher: string;
  readonly names: JsonObject;
  readonly summaries: JsonObject;
  readonly scopes: readonly string[];
  readonly plans: readonly { readonly key: string; readonly names: JsonObject }[];
  readonly published_at: string;
  readonly installation_id: string | null;
}
/** One plugin of the store, with all that its manifest says. */
export interface OfferResource extends OfferSummary {
  readonly manifest: JsonObject;
}
/** A tool that the organisation's assistant may call. */
export interface ToolResource {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}
/** What `GET /installation` answers; `settings` here still holds the secret values (the gateway hides them from a handle). */
export interface InstallationResource {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly status: InstallationStatus;
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
/** For the admin: the installation with its organisation's side of it; secret settings are masked. */
export interface InstallationForAdmin extends InstallationResource {
  readonly organisation_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The higher version that waits for consent, or null. */
  readonly version_pending: string | null;
}

/** What the gateway must know of a plugin on every call: who it is and whether it may act now. */
export interface AuthenticatedInstallation {
  readonly organisation_id: string;
  readonly installation: InstallationResource;
  readonly secret_settings: readonly string[];
}

/** Of one token among many: null where it is none of this installation's, `unreadable` where only this answer fails. */
export type TokenAnswer = AuthenticatedInstallation | 'unreadable' | null;

export interface InstallRequest {
  organisation_id: string;
  by: string;
  plugin_id: string;
  version: string | null;
  plan: string | null;
  settings: JsonObject;
  consent: { scopes: readonly string[]; base_url?: string; egress?: readonly string[] };
  locale: { language: string; direction: 'rtl' | 'ltr'; calendar: string; timezone: string };
  once?: Once;
}

export const installation = {
  /** By plugin id. */
  listOffers: query<{ organisation_id: string } & PageRequest, Page<OfferSummary>>('installation', 'offer.list'),
  /** `store.plugin_not_found` */
  getOffer: query<{ organisation_id: string; plugin_id: string }, OfferResource>('installation', 'offer.get'),
  /** `kushk dev publish`: outside production only; signed here with the instance's development key. Refusal `catalogue.manifest_invalid` with all problems. */
  publishForDevelopment: command<{ manifest: unknown; by: string; once?: Once }, OfferResource>(
    'installation',
    'offer.publish-for-development',
  ),
  install: command<InstallRequest, InstallationForAdmin>('installation', 'installation.install'),
  listInstallations: query<
    { organisation_id: string; limit: number; cursor: string | null },
    { items: readonly InstallationForAdmin[]; next_cursor: string | null }
  >('installation', 'installation.list'),
  /** `installation.not_found` where foreign or absent. */
  getInstallation: query<{ organisation_id: string; installation_id: string }, InstallationForAdmin>(
    'installation',
    'installation.get',
  ),
  removeInstallation: command<
    { organisation_id: string; installation_id: string; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.remove'),
  pauseInstallation: command<
    { organisation_id: string; installation_id: string; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.pause'),
  resumeInstallation: command<
    { organisation_id: string; installation_id: string; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.resume'),
  changeSettings: command<
    { organisation_id: string; installation_id: string; settings: JsonObject; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.change-settings'),
  changePlan: command<
    { organisation_id: string; installation_id: string; plan: string; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.change-plan'),
  /**
   * The plugin renews its own token or signing secret; the one before stays good until `previous_valid_until`. Shown this
   * once: an idempotent replay has null in its place. Refused while `pending`: `installation.transition_invalid`.
   */
  rotateCredential: command<
    {
      organisation_id: string;
      installation_id: string;
      what: 'token' | 'signing_secret';
      overlap_seconds: number;
      once?: Once;
    },
    {
      what: 'token' | 'signing_secret';
      token: string | null;
      signing_secret: string | null;
      previous_valid_until: string;
    }
  >('installation', 'installation.rotate-credential'),
  /**
   * The admin renews token and signing secret; the plugin gets both by `installed`. What is old goes on until it has answered.
   * Refused while `pending`, or while an earlier renewal is on its way: `installation.transition_invalid`.
   */
  renewCredentials: command<
    { organisation_id: string; installation_id: string; by: string; once?: Once },
    InstallationForAdmin
  >('installation', 'installation.renew-credentials'),
  /**
   * The admin agrees to the version that waits (`version_pending`). `plan` null: the active one, where the version still has
   * it; `settings` null: as they are. Refusals `installation.transition_invalid` (another version waits, or none),
   * `installation.consent_missing` {missing}, `installation.plan_unknown`, `installation.settings_invalid` {problems}.
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
      once?: Once;
    },
    InstallationForAdmin
  >('installation', 'installation.consent'),
  /**
   * Read once, outside production; makes a pending installation `installed`. Second read: `installation.credentials_already_read`.
   * An idempotent replay answers the same with `token` and `signing_secret` null: what was shown once is not shown again.
   */
  readCredentials: command<
    { organisation_id: string; installation_id: string; by: string; once?: Once },
    { installation_id: string; token: string | null; signing_secret: string | null; api_base: string }
  >('installation', 'installation.read-credentials'),
  /** By keyed hash of the token (hex). Refusal `auth.token_invalid`; `installation_id` is the one in the path and must match. */
  authenticateToken: query<{ token_hash: string; installation_id: string }, AuthenticatedInstallation>(
    'installation',
    'token.authenticate',
  ),
  /**
   * The same for all tokens that wait at the gateway at this moment, in one question (1 to 256, no two alike): what it
   * asks on every plugin call. Answers stand in the order of the questions; null says `auth.token_invalid`, `unreadable`
   * that this one installation cannot be read (its secrets are sealed with a key that is not here). A question must be
   * answered from state read after it arrived, so that a removal counts for the next request.
   */
  authenticateTokens: query<
    { questions: readonly { readonly token_hash: string; readonly installation_id: string }[] },
    { answers: readonly TokenAnswer[] }
  >('installation', 'token.authenticate-many'),
  /** What the gateway needs for a call through a handle. Refusal `auth.handle_invalid` when the installation is gone. */
  getForHandle: query<{ installation_id: string }, AuthenticatedInstallation>(
    'installation',
    'installation.get-for-handle',
  ),
  /** Everything a tool call needs; refusals `installation.not_found`, `installation.suspended`, `installation.paused`, `tool.not_found`, `tool.arguments_invalid` {problems}. The handle is sealed, read-only, bound to tool, person and call. */
  prepareToolCall: command<
    { organisation_id: string; installation_id: string; tool: string; arguments: JsonObject; person_id: string },
    { installation_id: string; plugin_id: string; handle: string; call_id: string }
  >('installation', 'tool.prepare'),
  /** By installation and name. */
  listTools: query<{ organisation_id: string } & PageRequest, Page<ToolResource>>('installation', 'tool.list'),
  /** Installations (removed ones too) of some plugins, for the month's usage. */
  listForUsage: query<
    { plugin_ids: readonly string[] },
    { items: readonly { installation_id: string; plugin_id: string }[] }
  >('installation', 'installation.list-for-usage'),
  /** Public keys by which this instance signs its calls to plugins. */
  signingKeys: query<Record<string, never>, { keys: readonly JsonObject[] }>('installation', 'signing-key.list'),
};

/** The plugin's side of the manifest, as the other services of the instance need it. */
export interface InstalledCapabilities {
  readonly plugin_id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  readonly base_url: string | null;
  readonly scopes: readonly string[];
  readonly records: readonly { readonly type: string; readonly schema: JsonObject }[];
  readonly proposals: readonly { readonly record_type: string; readonly actions: readonly ('create' | 'update')[] }[];
  readonly sources: readonly string[];
  readonly services: readonly { readonly key: string; readonly unit: string }[];
  /** Rates are decimal strings of MU per unit. */
  readonly plans: readonly { readonly key: string; readonly rates: Readonly<Record<string, string>> }[];
  readonly events: readonly string[];
}
interface Of {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly plugin_id: string;
  readonly at: string;
}
/**
 * What a sealed value of an installation is bound to (`context` of seal and unseal): it cannot be opened as
 * anything else, nor as another installation's.
 */
export const sealedFor = {
  /** `{ secret }` */
  signingSecret: (installationId: string): string => `signing-secret:${installationId}`,
  /** `{ body }`: the exact JSON text of the `installed` call. */
  lifecycle: (installationId: string): string => `lifecycle:${installationId}`,
};
/** Secrets never stand open in a fact: `sealed_*` are JWE that only the services with the sealing key can open. */
export const installationFacts = {
  /** First of all: wallet, workspace and delivery make themselves ready for it. */
  installationRequested: publicFact<
    Of & {
      readonly plan: string | null;
      readonly capabilities: InstalledCapabilities;
      readonly api_base: string;
      readonly sealed_signing_secret: string;
    }
  >('installation', 'installation.requested'),
  /** The wallet is open and the workspace ready: the `installed` call may go out. `sealed_lifecycle` holds the whole JSON body (see `sealedFor`). */
  credentialsReleased: publicFact<Of & { readonly sealed_lifecycle: string }>('installation', 'credentials.released'),
  installationInstalled: publicFact<Of>('installation', 'installation.installed'),
  installationRemoved: publicFact<Of>('installation', 'installation.removed'),
  /** paused, resumed, suspended, unsuspended: whether calls may go out. */
  availabilityChanged: publicFact<Of & { readonly status: InstallationStatus; readonly callable: boolean }>(
    'installation',
    'installation.availability-changed',
  ),
  capabilitiesChanged: publicFact<Of & { readonly plan: string | null; readonly capabilities: InstalledCapabilities }>(
    'installation',
    'installation.capabilities-changed',
  ),
  settingsChanged: publicFact<Of & { readonly settings_revision: number }>(
    'installation',
    'installation.settings-changed',
  ),
  /** The plugin has renewed its signing secret; both sign until `previous_signs_until` (two `v1` values, the new one first). */
  signingSecretRotated: publicFact<
    Of & { readonly sealed_signing_secret: string; readonly previous_signs_until: string }
  >('installation', 'signing-secret.rotated'),
  /** By the admin: `installed` carries the new ones, signed with the old secret; the new one signs once that is answered. */
  credentialsRenewed: publicFact<Of & { readonly sealed_lifecycle: string; readonly sealed_signing_secret: string }>(
    'installation',
    'credentials.renewed',
  ),
  planChanged: publicFact<Of & { readonly plan: string }>('installation', 'installation.plan-changed'),
  /** To the hub, in time: accepted or refused, with problems. */
  offerJudged: publicFact<{
    readonly plugin_id: string;
    readonly version: string;
    readonly sequence: number;
    readonly accepted: boolean;
    readonly problems: readonly Problem[];
  }>('installation', 'offer.judged'),
};
export type { DsseEnvelope, ReleaseStatusChangedV1 };
