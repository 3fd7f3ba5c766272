/** A plugin in an organisation, from the admin's consent to its removal (contract §7: Installing). */
import type { InstallationStatus, InstalledCapabilities, JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface Locale {
  readonly language: string;
  readonly direction: 'rtl' | 'ltr';
  readonly calendar: string;
  readonly timezone: string;
}
/** Settings for the log: what is secret in them (`format: password`) stands in the sealed whole only. */
export interface Settings {
  /** With a mask in place of every secret value that is set: what an admin is shown. */
  readonly open: JsonObject;
  /** All of them under seal; null where none can be secret. */
  readonly sealedSecrets: string | null;
  readonly secretKeys: readonly string[];
}
/** What the version that runs may do and where it is called. */
export interface Grants {
  readonly version: string;
  readonly kind: 'external' | 'instance';
  readonly pluginApi: string;
  readonly scopes: readonly string[];
  readonly plan: string | null;
}
/** A higher version that waits for the admin's consent, and the scopes that it asks for beyond those granted. */
export interface PendingVersion {
  readonly version: string;
  readonly scopes: readonly string[];
}
/** The parts of the instance that must be ready before the plugin is told that it is installed. */
export const PARTS = ['wallet', 'workspace'] as const;
export type Part = (typeof PARTS)[number];

/** Whose installation a fact speaks of: it leaves the service with the fact. */
export interface About {
  readonly organisationId: string;
  readonly pluginId: string;
}
/** A fact that may stop or start the calls says what is shown from now on. */
interface Availability extends About {
  readonly statusAfter: InstallationStatus;
  readonly at: string;
}

export type InstallationFact =
  | Fact<
      'InstallationRequested',
      About & {
        installationId: string;
        grants: Grants;
        capabilities: InstalledCapabilities;
        settings: Settings;
        locale: Locale;
        machineUserId: string;
        tokenHash: string;
        tokenLast4: string;
        sealedToken: string;
        sealedSigningSecret: string;
        apiBase: string;
        by: string;
        at: string;
      }
    >
  | Fact<'PartBecameReady', { part: Part; at: string }>
  /** `sealedLifecycle` is the body of the `installed` call, for the delivery service only. */
  | Fact<'CredentialsReleased', About & { sealedLifecycle: string; at: string }>
  | Fact<'PluginInstalled', About & { how: 'answered' | 'credentials_read'; at: string }>
  | Fact<'InstallationPaused', Availability & { by: string }>
  | Fact<'InstallationResumed', Availability & { by: string }>
  | Fact<'InstallationSuspended', Availability>
  | Fact<'SuspensionLifted', Availability>
  | Fact<'ConsentAsked', About & PendingVersion & { at: string }>
  /** The version that waited is not the one to go to any more. */
  | Fact<'ConsentObsolete', About & { at: string }>
  /** `by` is null where the installation moved by itself. */
  | Fact<
      'VersionChanged',
      About & { grants: Grants; capabilities: InstalledCapabilities; settings: Settings; by: string | null; at: string }
    >
  | Fact<
      'RenewalBegun',
      About & {
        tokenHash: string;
        tokenLast4: string;
        sealedToken: string;
        sealedSigningSecret: string;
        sealedLifecycle: string;
        by: string;
        at: string;
      }
    >
  | Fact<'RenewalTaken', About & { how: 'answered' | 'credentials_read'; at: string }>
  | Fact<'TokenRotated', About & { tokenHash: string; tokenLast4: string; previousUntil: string; at: string }>
  | Fact<'SigningSecretRotated', About & { sealedSigningSecret: string; previousUntil: string; at: string }>
  | Fact<'SettingsChanged', About & { settings: Settings; revision: number; by: string | null; at: string }>
  | Fact<'PlanChanged', About & { plan: string; by: string | null; at: string }>
  | Fact<'InstallationRemoved', About & { by: string; at: string }>;

export interface Existing {
  readonly installationId: string;
  readonly organisationId: string;
  readonly pluginId: string;
  readonly grants: Grants;
  readonly settings: Settings;
  readonly settingsRevision: number;
  readonly locale: Locale;
  readonly machineUserId: string;
  readonly tokenHash: string;
  readonly tokenLast4: string;
  /** The token before this one: it goes on until then. */
  readonly previousToken: { readonly hash: string; readonly until: string } | null;
  /** Kept until the plugin has the token; then only its hash is left (contract §2). */
  readonly sealedToken: string | null;
  readonly sealedSigningSecret: string;
  readonly readyParts: readonly Part[];
  readonly credentialsReleased: boolean;
  readonly paused: boolean;
  readonly suspended: boolean;
  readonly pending: PendingVersion | null;
  /** New credentials have been on their way to the plugin since then. */
  readonly renewalSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly installedAt: string | null;
}
export type Installation =
  { readonly phase: 'absent' } | ({ readonly phase: 'pending' | 'installed' | 'removed' } & Existing);
export type ExistingInstallation = Exclude<Installation, { phase: 'absent' }>;

export const installationStream: StreamType<Installation, InstallationFact> = {
  category: 'installation',
  initial: { phase: 'absent' },
  stateVersion: 4,
  evolve,
};

/** Far beyond any life of an installation: the answer ends it. */
const UNTIL_ANSWERED = '9999-12-31T00:00:00.000Z';

/** The one status that is shown: what stops the most comes first. */
export function statusOf(installation: ExistingInstallation): InstallationStatus {
  if (installation.phase === 'removed') return 'removed';
  if (installation.suspended) return 'suspended';
  if (installation.paused) return 'paused';
  return installation.phase === 'installed' && installation.pending !== null ? 'consent_pending' : installation.phase;
}

function evolve(installation: Installation, fact: InstallationFact): Installation {
  if (fact.type === 'InstallationRequested') {
    const { by: _by, at, capabilities: _capabilities, apiBase: _apiBase, ...data } = fact.data;
    return {
      phase: 'pending',
      ...data,
      settingsRevision: 1,
      readyParts: [],
      credentialsReleased: false,
      paused: false,
      suspended: false,
      pending: null,
      previousToken: null,
      renewalSince: null,
      createdAt: at,
      updatedAt: at,
      installedAt: null,
    };
  }
  if (installation.phase === 'absent') return installation;
  const next: ExistingInstallation = { ...installation, updatedAt: fact.data.at };
  switch (fact.type) {
    case 'PartBecameReady':
      return { ...next, readyParts: [...next.readyParts, fact.data.part] };
    case 'CredentialsReleased':
      return { ...next, credentialsReleased: true };
    case 'PluginInstalled':
      return { ...next, phase: 'installed', sealedToken: null, installedAt: next.installedAt ?? fact.data.at };
    case 'InstallationPaused':
      return { ...next, paused: true };
    case 'InstallationResumed':
      return { ...next, paused: false };
    case 'InstallationSuspended':
      return { ...next, suspended: true };
    case 'SuspensionLifted':
      return { ...next, suspended: false };
    case 'ConsentAsked':
      return { ...next, pending: { version: fact.data.version, scopes: fact.data.scopes } };
    case 'ConsentObsolete':
      return { ...next, pending: null };
    case 'VersionChanged':
      return { ...next, grants: fact.data.grants, settings: fact.data.settings, pending: null };
    case 'RenewalBegun': {
      const { tokenHash, tokenLast4, sealedToken, sealedSigningSecret, at } = fact.data;
      // The plugin holds the token from before a renewal that nobody took, and not that renewal's.
      const previousToken =
        next.renewalSince === null ? { hash: next.tokenHash, until: UNTIL_ANSWERED } : next.previousToken;
      return { ...next, tokenHash, tokenLast4, sealedToken, sealedSigningSecret, previousToken, renewalSince: at };
    }
    case 'RenewalTaken':
      return { ...next, sealedToken: null, previousToken: null, renewalSince: null };
    case 'TokenRotated': {
      const { tokenHash, tokenLast4, previousUntil } = fact.data;
      return { ...next, tokenHash, tokenLast4, previousToken: { hash: next.tokenHash, until: previousUntil } };
    }
    case 'SigningSecretRotated':
      return { ...next, sealedSigningSecret: fact.data.sealedSigningSecret };
    case 'SettingsChanged':
      return { ...next, settings: fact.data.settings, settingsRevision: fact.data.revision };
    case 'PlanChanged':
      return { ...next, grants: { ...next.grants, plan: fact.data.plan } };
    case 'InstallationRemoved':
      return { ...next, phase: 'removed', sealedToken: null };
    default:
      return unreachable(fact);
  }
}
