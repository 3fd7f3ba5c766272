/** A plugin in an organisation, from the admin's consent to its removal (docs/reference/installations.md). */
import { unreachable, type StreamType } from '@kushk/decider';
import { compareVersions } from '@kushk/manifest';
import type { UpdatePolicy, VersionFailure } from '@kushk/contracts';
import { declinedWith, declinedWithout } from './declined-versions.js';
import { pendingVersionOf } from './installation-facts.js';
import type {
  CredentialsBeforeRenewal,
  DeclinedVersion,
  Grants,
  InstallationFact,
  InstallationRequest,
  Locale,
  Move,
  Parties,
  PendingVersion,
  RequiredService,
  Settings,
  VersionFact,
} from './installation-facts.js';

/** Renewed credentials whose delivery to the plugin started at `startedAt`. */
interface Renewal {
  readonly startedAt: string;
  /** The version for which they were renewed; null for a renewal by the admin. */
  readonly version: string | null;
  /** The address of the container to which the plugin moves; null unless it moves to one. */
  readonly containerUrl: string | null;
  /** What returns when the renewal is abandoned. */
  readonly before: CredentialsBeforeRenewal;
}

interface Details extends Parties, UpdatePolicy {
  readonly installationId: string;
  readonly grants: Grants;
  readonly settings: Settings;
  readonly settingsRevision: number;
  readonly locale: Locale;
  readonly machineUserId: string;
  readonly tokenHash: string;
  readonly tokenLast4: string;
  /** The hash of the previous token, and the time until which that token is valid. */
  readonly previousToken: { readonly hash: string; readonly until: string } | null;
  /** The sealed token, stored until the plugin has received it. After that only the hash of the token is stored. */
  readonly sealedToken: string | null;
  /** When the newest credentials were made, except those of a rotation of the token or the secret alone. */
  readonly issuedAt: string;
  readonly sealedSigningSecret: string;
  readonly readyServices: readonly RequiredService[];
  /** The address of the container; null for an external plugin, and until the container listens. */
  readonly containerUrl: string | null;
  /** Whether the first credentials have left, in the `installed` call or to an admin. */
  readonly credentialsReleased: boolean;
  /** How often an admin replaced the credentials. */
  readonly reconnects: number;
  readonly pendingVersion: PendingVersion | null;
  /** Versions above the installed one that an admin declined, oldest decision first: not offered until reopened. */
  readonly declinedVersions: readonly DeclinedVersion[];
  /** The update to a version that runs elsewhere; null while there is none. */
  readonly move: Move | null;
  readonly failedMove: VersionFailure | null;
  /** The renewal of the credentials that is in flight; null while there is none. */
  readonly renewal: Renewal | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the plugin received its credentials; null while they are on their way, also after a reconnect. */
  readonly installedAt: string | null;
}

type Pending = Details & { readonly status: 'pending'; readonly installedAt: null };
type Installed = Details & { readonly status: 'installed'; readonly installedAt: string };
type ConsentPending = Details & { readonly status: 'consent_pending'; readonly installedAt: string };
/** An installation can be paused before the plugin has its credentials. */
type Paused = Details & { readonly status: 'paused' };
/** `isPaused`: an admin has also paused the installation. It then stays paused when the suspension is lifted. */
type Suspended = Details & { readonly status: 'suspended'; readonly isPaused: boolean };
type Removed = Details & { readonly status: 'removed'; readonly sealedToken: null };

export type AbsentInstallation = { readonly status: 'absent' };
export type ActiveInstallation = Pending | Installed | ConsentPending | Paused | Suspended;
export type ExistingInstallation = ActiveInstallation | Removed;
export type Installation = AbsentInstallation | ExistingInstallation;

export const installationStream: StreamType<Installation, InstallationFact> = {
  category: 'installation',
  factTypes: {
    InstallationRequested: true,
    ReadinessConfirmed: true,
    CredentialsReleased: true,
    CredentialsReplaced: true,
    PluginInstalled: true,
    InstallationPaused: true,
    InstallationResumed: true,
    InstallationSuspended: true,
    SuspensionLifted: true,
    ConsentRequested: true,
    UpdateReported: true,
    UpdateDropped: true,
    ConsentRequestWithdrawn: true,
    VersionDeclined: true,
    VersionReopened: true,
    VersionChanged: true,
    UpdatePolicyChanged: true,
    MoveStarted: true,
    MoveAbandoned: true,
    RenewalStarted: true,
    RenewalAbandoned: true,
    RenewalCompleted: true,
    TokenRotated: true,
    SigningSecretRotated: true,
    SettingsChanged: true,
    PlanChanged: true,
    InstallationRemoved: true,
  },
  initial: { status: 'absent' },
  stateVersion: 5,
  evolve,
};

/** Until a plugin has received a renewed token, its current token is valid without a time limit. */
const UNTIL_RENEWAL_COMPLETED = '9999-12-31T00:00:00.000Z';

export function partiesOf({ organisationId, pluginId }: Parties): Parties {
  return { organisationId, pluginId };
}

/** The installation after its admin pauses it. A suspended installation stays suspended. */
export function afterPause(installation: ActiveInstallation): ActiveInstallation {
  return installation.status === 'suspended'
    ? { ...installation, isPaused: true }
    : { ...installation, status: 'paused' };
}

/** The installation after its admin resumes it. A suspended installation stays suspended. */
export function afterResume(installation: ActiveInstallation): ActiveInstallation {
  return installation.status === 'suspended' ? { ...installation, isPaused: false } : running(installation);
}

export function afterSuspension(installation: ActiveInstallation): Suspended {
  const isPaused = installation.status === 'suspended' ? installation.isPaused : installation.status === 'paused';
  return { ...installation, status: 'suspended', isPaused };
}

/** The installation after its suspension is lifted. A paused installation stays paused. */
export function afterLiftedSuspension(installation: ActiveInstallation): ActiveInstallation {
  if (installation.status !== 'suspended') return installation;
  const { isPaused, ...details } = installation;
  return isPaused ? { ...details, status: 'paused' } : running(details);
}

/** The initial state of a requested installation. */
export function newInstallation(request: InstallationRequest): Pending {
  const { by: _by, at, capabilities: _capabilities, apiBase: _apiBase, ...details } = request;
  return {
    status: 'pending',
    ...details,
    settingsRevision: 1,
    readyServices: [],
    containerUrl: null,
    credentialsReleased: false,
    reconnects: 0,
    pendingVersion: null,
    declinedVersions: [],
    move: null,
    failedMove: null,
    channel: 'stable',
    follow: 'auto',
    previousToken: null,
    renewal: null,
    createdAt: at,
    issuedAt: at,
    updatedAt: at,
    installedAt: null,
  };
}

/** The state of these details without a pause or a suspension: the remaining fields determine the status. */
function running(details: Details): Pending | Installed | ConsentPending {
  const { installedAt, pendingVersion } = details;
  if (installedAt === null) return { ...details, status: 'pending', installedAt };
  return { ...details, status: pendingVersion === null ? 'installed' : 'consent_pending', installedAt };
}

function withDetails(installation: ActiveInstallation, changed: Partial<Details>): ActiveInstallation {
  switch (installation.status) {
    case 'pending':
    case 'installed':
    case 'consent_pending':
      return running({ ...installation, ...changed });
    case 'paused':
    case 'suspended':
      return { ...installation, ...changed };
    default:
      return unreachable(installation);
  }
}

function evolve(installation: Installation, fact: InstallationFact): Installation {
  switch (installation.status) {
    case 'absent':
      return fact.type === 'InstallationRequested' ? newInstallation(fact.data) : installation;
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return evolveActive({ ...installation, updatedAt: fact.data.at }, fact);
    case 'removed':
      return installation;
    default:
      return unreachable(installation);
  }
}

/** An admin may read the credentials before every service is ready, which is when they would have been released. */
const HANDED_OVER = { sealedToken: null, credentialsReleased: true } satisfies Partial<Details>;
const NO_RENEWAL = { sealedToken: null, previousToken: null, renewal: null } satisfies Partial<Details>;

function renewalOf(
  installation: ActiveInstallation,
  data: Extract<InstallationFact, { type: 'RenewalStarted' }>['data'],
): Partial<Details> {
  const { tokenHash, tokenLast4, sealedToken, sealedSigningSecret, version, containerUrl, at } = data;
  // When an earlier renewal did not reach the plugin, the plugin still uses the token from before that renewal,
  // so that token stays valid.
  const previousToken =
    installation.renewal === null
      ? { hash: installation.tokenHash, until: UNTIL_RENEWAL_COMPLETED }
      : installation.previousToken;
  return {
    ...{ tokenHash, tokenLast4, sealedToken, issuedAt: at, sealedSigningSecret, previousToken },
    renewal: {
      startedAt: at,
      version: version ?? null,
      containerUrl: containerUrl ?? null,
      before: installation.renewal?.before ?? credentialsOf(installation),
    },
  };
}

function credentialsOf({ tokenHash, tokenLast4, sealedSigningSecret }: Details): CredentialsBeforeRenewal {
  return { tokenHash, tokenLast4, sealedSigningSecret };
}

function versionsAfter(installation: ActiveInstallation, fact: VersionFact): Partial<Details> {
  switch (fact.type) {
    case 'ConsentRequested':
      return { pendingVersion: pendingVersionOf(fact.data) };
    case 'ConsentRequestWithdrawn':
      return { pendingVersion: null };
    case 'VersionDeclined':
      return { pendingVersion: null, declinedVersions: declinedWith(installation, fact.data) };
    case 'VersionReopened':
      return { declinedVersions: declinedWithout(installation, fact.data.version) };
    case 'VersionChanged': {
      const { grants, settings } = fact.data;
      const { pendingVersion, declinedVersions, containerUrl } = installation;
      // A higher version may have been offered while the plugin moved to this one.
      const isHigher = pendingVersion !== null && compareVersions(pendingVersion.version, grants.version) > 0;
      return {
        grants,
        settings,
        pendingVersion: isHigher ? pendingVersion : null,
        declinedVersions: declinedVersions.filter(({ version }) => compareVersions(version, grants.version) >= 0),
        move: null,
        failedMove: null,
        containerUrl: grants.kind === 'instance' ? containerUrl : null,
      };
    }
    case 'MoveStarted': {
      const { organisationId: _organisation, pluginId: _plugin, at: _at, ...move } = fact.data;
      return { move, failedMove: null };
    }
    case 'MoveAbandoned': {
      const { version, reason, at } = fact.data;
      const before = installation.renewal?.version === version ? { ...NO_RENEWAL, ...installation.renewal.before } : {};
      return { ...before, move: null, failedMove: { version, reason, at } };
    }
    default:
      return unreachable(fact);
  }
}

function evolveActive(installation: ActiveInstallation, fact: InstallationFact): Installation {
  const update = (changed: Partial<Details>): ActiveInstallation => withDetails(installation, changed);
  switch (fact.type) {
    case 'InstallationRequested':
    case 'UpdateReported':
    case 'UpdateDropped':
      return installation;
    case 'ReadinessConfirmed':
      return update({
        readyServices: [...installation.readyServices, fact.data.service],
        containerUrl: fact.data.baseUrl ?? installation.containerUrl,
      });
    case 'CredentialsReleased':
      return update({ credentialsReleased: true });
    case 'CredentialsReplaced': {
      const { tokenHash, tokenLast4, sealedToken, sealedSigningSecret, reconnects, at: issuedAt } = fact.data;
      const replaced = { tokenHash, tokenLast4, sealedToken, issuedAt, sealedSigningSecret, reconnects };
      return update({ ...NO_RENEWAL, ...replaced, installedAt: null });
    }
    case 'PluginInstalled':
      return update({ ...HANDED_OVER, installedAt: installation.installedAt ?? fact.data.at });
    case 'InstallationPaused':
      return afterPause(installation);
    case 'InstallationResumed':
      return afterResume(installation);
    case 'InstallationSuspended':
      return afterSuspension(installation);
    case 'SuspensionLifted':
      return afterLiftedSuspension(installation);
    case 'ConsentRequested':
    case 'ConsentRequestWithdrawn':
    case 'VersionDeclined':
    case 'VersionReopened':
    case 'VersionChanged':
    case 'MoveStarted':
    case 'MoveAbandoned':
      return update(versionsAfter(installation, fact));
    case 'UpdatePolicyChanged':
      return update({ channel: fact.data.channel, follow: fact.data.follow });
    case 'RenewalStarted':
      return update(renewalOf(installation, fact.data));
    case 'RenewalCompleted':
      return update({ ...NO_RENEWAL, containerUrl: installation.renewal?.containerUrl ?? installation.containerUrl });
    case 'RenewalAbandoned':
      return update({ ...NO_RENEWAL, ...installation.renewal?.before });
    case 'TokenRotated': {
      const { tokenHash, tokenLast4, previousUntil } = fact.data;
      return update({ tokenHash, tokenLast4, previousToken: { hash: installation.tokenHash, until: previousUntil } });
    }
    case 'SigningSecretRotated':
      return update({ sealedSigningSecret: fact.data.sealedSigningSecret });
    case 'SettingsChanged':
      return update({ settings: fact.data.settings, settingsRevision: fact.data.revision });
    case 'PlanChanged':
      return update({ grants: { ...installation.grants, plan: fact.data.plan } });
    case 'InstallationRemoved':
      return { ...installation, status: 'removed', sealedToken: null };
    default:
      return unreachable(fact);
  }
}
