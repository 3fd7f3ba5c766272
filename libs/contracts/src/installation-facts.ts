/** Public facts of the installation service. */
import type { ContainerCapabilities } from './containers.js';
import { publicFact, type JsonObject, type Problem } from './messages.js';
import type { InstallationStatus } from './installation.js';

/** The parts of the manifest that the other services of the instance need. */
export interface InstalledCapabilities {
  readonly plugin_id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  /** Present for a plugin that polls. */
  readonly delivery?: 'poll';
  /** Where calls are pushed. Null for kind `instance`, and for a plugin that polls. */
  readonly base_url: string | null;
  /** Where the tools of a plugin that polls are called; absent without an address. */
  readonly tools_url?: string;
  /** Only for kind `instance`. */
  readonly container?: ContainerCapabilities;
  readonly scopes: readonly string[];
  readonly records: readonly { readonly type: string; readonly schema: JsonObject }[];
  readonly proposals: readonly { readonly record_type: string; readonly actions: readonly ('create' | 'update')[] }[];
  readonly sources: readonly string[];
  readonly services: readonly { readonly key: string; readonly unit: string }[];
  /** Rates are decimal strings of MU per unit. */
  readonly plans: readonly { readonly key: string; readonly rates: Readonly<Record<string, string>> }[];
  /** The event types that the manifest subscribes to, see `EVENT_TYPES` of libs/manifest. */
  readonly events: readonly string[];
}
interface InstallationEvent {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly plugin_id: string;
  readonly at: string;
}
/**
 * The `context` for sealing and unsealing each kind of secret value. It binds the value to its kind and its
 * installation: the value cannot be decrypted with another context.
 */
export const sealedFor = {
  /** Seals `{ secret }`. */
  signingSecret: (installationId: string): string => `signing-secret:${installationId}`,
  /** Seals `{ body }`, the exact JSON text of the `installed` call. */
  lifecycle: (installationId: string): string => `lifecycle:${installationId}`,
};
/**
 * A fact never contains a secret in plain text: `sealed_*` fields are JWE that only services with the sealing key can
 * decrypt.
 */
export const installationFacts = {
  /** The first fact of an installation. Wallet, workspace and delivery prepare for it. */
  installationRequested: publicFact<
    InstallationEvent & {
      readonly plan: string | null;
      readonly capabilities: InstalledCapabilities;
      readonly api_base: string;
      readonly sealed_signing_secret: string;
    }
  >('installation', 'installation.requested'),
  /**
   * Wallet and workspace are ready, so delivery may send the `installed` call. `sealed_lifecycle` contains the body
   * of that call (see `sealedFor`).
   */
  credentialsReleased: publicFact<
    InstallationEvent & {
      readonly sealed_lifecycle: string;
      /** As in `credentialsReplaced`; absent or 0 for the first credentials. */
      readonly generation?: number;
    }
  >('installation', 'credentials.released'),
  /**
   * The administrator reconnected the plugin. The credentials before it have ended, and the `installed` call is signed
   * with the new secret. `generation` counts the reconnects, and comes back with the answer to the call.
   */
  credentialsReplaced: publicFact<
    InstallationEvent & {
      readonly sealed_lifecycle: string;
      readonly sealed_signing_secret: string;
      readonly generation: number;
    }
  >('installation', 'credentials.replaced'),
  /** The plugin has its credentials. `sealed_signing_secret`: that of renewed ones which an admin has read. */
  installationInstalled: publicFact<InstallationEvent & { readonly sealed_signing_secret?: string }>(
    'installation',
    'installation.installed',
  ),
  installationRemoved: publicFact<InstallationEvent>('installation', 'installation.removed'),
  /**
   * The installation was paused, resumed, suspended or unsuspended. `callable`: whether delivery may call the plugin.
   */
  availabilityChanged: publicFact<
    InstallationEvent & { readonly status: InstallationStatus; readonly callable: boolean }
  >('installation', 'installation.availability-changed'),
  capabilitiesChanged: publicFact<
    InstallationEvent & { readonly plan: string | null; readonly capabilities: InstalledCapabilities }
  >('installation', 'installation.capabilities-changed'),
  /** A version waits for the consent of an admin. `by`: the admin who asked for this version; null for none. */
  updateWaiting: publicFact<InstallationEvent & { readonly version: string; readonly by: string | null }>(
    'installation',
    'installation.update-waiting',
  ),
  /** This version waits no longer: an admin declined it, or the installation follows it no more. */
  updateDropped: publicFact<InstallationEvent & { readonly version: string }>(
    'installation',
    'installation.update-dropped',
  ),
  /**
   * An admin consented to a version that runs elsewhere. Its container starts. Its plugin gets the credentials of
   * `credentialsRenewed` at its own address, and without an answer by `give_up_at` the installed version stays.
   */
  moveStarted: publicFact<
    InstallationEvent & { readonly capabilities: InstalledCapabilities; readonly give_up_at: string }
  >('installation', 'installation.move-started'),
  settingsChanged: publicFact<InstallationEvent & { readonly settings_revision: number }>(
    'installation',
    'installation.settings-changed',
  ),
  /**
   * The plugin renewed its signing secret. Until `previous_signs_until` calls carry signatures with both secrets (two
   * `v1` values, the new one first).
   */
  signingSecretRotated: publicFact<
    InstallationEvent & { readonly sealed_signing_secret: string; readonly previous_signs_until: string }
  >('installation', 'signing-secret.rotated'),
  /**
   * The administrator renewed token and signing secret, or a new `version` of a container plugin started. The
   * `installed` call contains both and is signed with the old secret. The new secret signs all calls after the
   * plugin's response.
   */
  credentialsRenewed: publicFact<
    InstallationEvent & {
      readonly sealed_lifecycle: string;
      readonly sealed_signing_secret: string;
      /** Null for a renewal by the administrator. */
      readonly version: string | null;
    }
  >('installation', 'credentials.renewed'),
  planChanged: publicFact<InstallationEvent & { readonly plan: string }>('installation', 'installation.plan-changed'),
  /**
   * For the hub: whether this instance accepts a release, and otherwise the problems. `sequence` is the sequence
   * number of the status statement.
   */
  listingEvaluated: publicFact<{
    readonly plugin_id: string;
    readonly version: string;
    readonly sequence: number;
    readonly accepted: boolean;
    readonly problems: readonly Problem[];
  }>('installation', 'listing.evaluated'),
  /**
   * The release was suspended or resumed: whether delivery may call the plugin of any installation of this version. It
   * comes before the facts of the installations.
   */
  listingAvailabilityChanged: publicFact<{
    readonly plugin_id: string;
    readonly version: string;
    readonly callable: boolean;
    readonly at: string;
  }>('installation', 'listing.availability-changed'),
  /** For the hub: since its last start this instance runs this version of the software. */
  softwareVersionChanged: publicFact<{ readonly software_version: string; readonly at: string }>(
    'installation',
    'software.version-changed',
  ),
};
