/** The facts of an installation, and the types of the values in them. */
import type {
  InstallationStatus,
  InstalledCapabilities,
  JsonObject,
  UpdatePolicy,
  VersionFailure,
} from '@kushk/contracts';
import type { Fact } from '@kushk/decider';

export interface Locale {
  readonly language: string;
  readonly direction: 'rtl' | 'ltr';
  readonly calendar: string;
  readonly timezone: string;
}

/** Settings as the log stores them. Secret values (`writeOnly: true`, `format: password`) are only in `sealed`. */
export interface Settings {
  /** The settings as an admin sees them, with a mask in place of every secret value. */
  readonly masked: JsonObject;
  /** All settings, sealed; null if none of them is secret. */
  readonly sealed: string | null;
  /** JSON Pointers to the secret values. */
  readonly secretPointers: readonly string[];
}

/** The scopes and the plan of the installed version. */
export interface Grants {
  readonly version: string;
  /** Identifies the manifest, because a development release of one version may have had several. */
  readonly manifestDigest: string;
  readonly kind: 'external' | 'instance';
  /** Present for a plugin that polls: it gets no calls, and an admin reads its credentials. */
  readonly delivery?: 'poll';
  readonly pluginApi: string;
  readonly scopes: readonly string[];
  readonly plan: string | null;
  /** The URL origin of the plugin's pages; null for a plugin without pages. */
  readonly pageOrigin: string | null;
}

/**
 * A higher version that needs the admin's consent, with the scopes that it requires in addition to the granted ones.
 */
export interface PendingVersion {
  readonly version: string;
  readonly manifestDigest: string;
  readonly additionalScopes: readonly string[];
}

/** The version of a fact that asks for consent. */
export function pendingVersionOf({ version, manifestDigest, additionalScopes }: PendingVersion): PendingVersion {
  return { version, manifestDigest, additionalScopes };
}

/**
 * A version that runs elsewhere than the installed one. It is installed when its plugin has accepted new credentials.
 */
export interface Move {
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  readonly settings: Settings;
  readonly settingsChanged: boolean;
  /** Without an answer by then the installed version stays. */
  readonly giveUpAt: string;
  /** The admin who consented. */
  readonly by: string;
}

/**
 * A version that an admin declined, with the digest of its manifest. Rows of an earlier version of the service lack
 * `by` and `at`.
 */
export interface DeclinedVersion {
  readonly version: string;
  readonly manifestDigest: string;
  readonly by?: string;
  readonly at?: string;
}

/** A service that must be ready before the plugin receives its credentials. */
export type RequiredService = 'wallet' | 'workspace' | 'containers';

/** The services that a plugin of this kind needs. One that runs beside the instance must also accept connections. */
export function requiredServices(kind: Grants['kind']): readonly RequiredService[] {
  return kind === 'instance' ? ['wallet', 'workspace', 'containers'] : ['wallet', 'workspace'];
}

/** How the plugin received its credentials: in the `installed` call, or from the admin who read them. */
export type CredentialsChannel = 'installed_call' | 'admin';

/** The organisation and the plugin of an installation. All public facts carry both. */
export interface Parties {
  readonly organisationId: string;
  readonly pluginId: string;
}

/** Facts that may stop or restart the calls to a plugin contain the new status of the installation. */
interface AvailabilityChange extends Parties {
  readonly newStatus: InstallationStatus;
  readonly at: string;
}

interface NewToken {
  readonly tokenHash: string;
  readonly tokenLast4: string;
}

export interface InstallationRequest extends Parties, NewToken {
  readonly installationId: string;
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  readonly settings: Settings;
  readonly locale: Locale;
  readonly machineUserId: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  readonly apiBase: string;
  readonly by: string;
  readonly at: string;
}

interface VersionChange extends Parties {
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  readonly settings: Settings;
  /** The admin who changed the version; null when the version changed automatically. */
  readonly by: string | null;
  readonly at: string;
}

/** What the renewal replaces, which comes back when it is abandoned. */
export interface CredentialsBeforeRenewal extends NewToken {
  readonly sealedSigningSecret: string;
}

/** `reconnects` counts them, because the answer to an earlier call must not confirm these credentials. */
interface Replacement extends Parties, NewToken {
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  readonly sealedInstalledCall: string;
  readonly reconnects: number;
  readonly by: string;
  readonly at: string;
}

interface Renewal extends Parties, NewToken {
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  readonly sealedInstalledCall: string;
  /** The admin; null when a new version of a container plugin started. */
  readonly by: string | null;
  /** The version that started, or that runs elsewhere. */
  readonly version?: string;
  /** The address of the container to which the plugin moves. */
  readonly containerUrl?: string;
  readonly at: string;
}

export type InstallationFact =
  | Fact<'InstallationRequested', InstallationRequest>
  /** `baseUrl`: the address of the container, from the service `containers`. */
  | Fact<'ReadinessConfirmed', { service: RequiredService; baseUrl?: string; at: string }>
  /** `sealedInstalledCall` is the sealed body of the `installed` call, which only the delivery service uses. */
  | Fact<'CredentialsReleased', Parties & { sealedInstalledCall: string; reconnects?: number; at: string }>
  /** The admin reconnected the plugin: the credentials before it have ended. */
  | Fact<'CredentialsReplaced', Replacement>
  | Fact<'PluginInstalled', Parties & { via: CredentialsChannel; at: string }>
  | Fact<'InstallationPaused', AvailabilityChange & { by: string }>
  | Fact<'InstallationResumed', AvailabilityChange & { by: string }>
  | Fact<'InstallationSuspended', AvailabilityChange>
  | Fact<'SuspensionLifted', AvailabilityChange>
  | Fact<'ConsentRequested', Parties & PendingVersion & { at: string }>
  /** Published beside `ConsentRequested`, which stays private (docs/adr/0038-facts-of-newer-versions.md). */
  | Fact<'UpdateReported', Parties & { version: string; by: string | null; at: string }>
  /** Published beside `VersionDeclined` and `ConsentRequestWithdrawn`: this version waits no longer. */
  | Fact<'UpdateDropped', Parties & { version: string; at: string }>
  /** The request for consent is withdrawn: the pending version will not be installed. */
  | Fact<'ConsentRequestWithdrawn', Parties & { at: string }>
  /** The admin declined the pending version. It is not offered again until an admin reopens it. */
  | Fact<'VersionDeclined', Parties & { version: string; manifestDigest: string; by: string; at: string }>
  /** The admin took the decision back to decline the version, which may be offered again. */
  | Fact<'VersionReopened', Parties & { version: string; by: string; at: string }>
  | Fact<'VersionChanged', VersionChange>
  | Fact<'UpdatePolicyChanged', Parties & UpdatePolicy & { by: string; at: string }>
  | Fact<'MoveStarted', Parties & Move & { at: string }>
  /** The installed version and its credentials stay. */
  | Fact<'MoveAbandoned', Parties & VersionFailure>
  | Fact<'RenewalStarted', Renewal>
  /** The version whose start renewed the credentials was given up, so the previous ones stay. */
  | Fact<'RenewalAbandoned', Parties & { version: string; at: string }>
  /** `sealedSigningSecret` is that of the credentials that an admin has read. */
  | Fact<'RenewalCompleted', Parties & { via: CredentialsChannel; sealedSigningSecret?: string; at: string }>
  | Fact<'TokenRotated', Parties & NewToken & { previousUntil: string; at: string }>
  | Fact<'SigningSecretRotated', Parties & { sealedSigningSecret: string; previousUntil: string; at: string }>
  | Fact<'SettingsChanged', Parties & { settings: Settings; revision: number; by: string | null; at: string }>
  | Fact<'PlanChanged', Parties & { plan: string; by: string | null; at: string }>
  | Fact<'InstallationRemoved', Parties & { by: string; at: string }>;

/** The facts about other versions than the installed one, and about a change to one of them. */
export type VersionFact = Extract<
  InstallationFact,
  {
    type:
      | 'ConsentRequested'
      | 'ConsentRequestWithdrawn'
      | 'VersionDeclined'
      | 'VersionReopened'
      | 'VersionChanged'
      | 'MoveStarted'
      | 'MoveAbandoned';
  }
>;
