import type { InstalledCapabilities } from '@kushk/contracts';
import { refuse, unreachable } from '@kushk/decider';
import { compareVersions } from '@kushk/manifest';
import { isListedFor, type Access } from '../../access/access.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import { progressOf, reaches, type Rollout } from '../../rollout/rollout.js';
import { VERSION_CONFLICT, acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import { refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { Grants, InstallationFact, Settings } from '../installation-facts.js';
import { afterLiftedSuspension, partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

/** Identifies a manifest of the plugin. */
interface ManifestRef {
  readonly version: string;
  readonly manifestDigest: string;
}

/** The next version that an installation could run, with its grants and settings. */
export interface NextVersion {
  readonly grants: Grants;
  readonly capabilities: InstalledCapabilities;
  /** The settings, sealed again for the next version, which may declare other settings as secret. */
  readonly settings: Settings;
}

/** A next version with what differs for the installation. */
export type CandidateVersion = NextVersion & { readonly needsConsent: boolean; readonly settingsChanged?: boolean };

export interface FollowVersion {
  readonly expected: ExpectedVersions;
  /** The version that the installation follows; null if there is none. */
  readonly next: CandidateVersion | null;
  /** The place of the installation among those that follow this version (`rolloutPlace`). */
  readonly place: number;
  readonly at: string;
}

/** The listing, the rollout and the access are those of the version to which the installation moves. */
export interface FollowStates {
  readonly installation: Installation;
  readonly listing: Listing;
  readonly rollout: Rollout;
  readonly access: Access;
}

/**
 * The newest listed version replaces the installed version or waits for the admin's consent. An installation never
 * moves to a lower version. A pending version that is no longer the newest is dropped.
 */
export function followVersion(
  command: FollowVersion,
  { installation, listing, rollout, access }: FollowStates,
): InstallationDecision {
  // The code of the rejection when the listing or the access changed after the command was prepared.
  const { next } = command;
  if (next !== null && !(isListedFor(listing, access) && isListedAs(listing, next.grants.manifestDigest)))
    return refuse(VERSION_CONFLICT);
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      // The rollout was halted after the command was prepared.
      if (!isReached(command, installation, { listing, rollout })) return refuse(VERSION_CONFLICT);
      return acceptIfUnchanged(command.expected, installation, (active) => followUp(command, active));
    default:
      return unreachable(installation);
  }
}

/**
 * Whether an installation moves from `current` to `next`: to a higher version, or to another manifest of the same
 * version, when a development release was published again or replaced by the release that the hub signed.
 */
export function isUpdate(next: ManifestRef, current: ManifestRef): boolean {
  const order = compareVersions(next.version, current.version);
  return order > 0 || (order === 0 && next.manifestDigest !== current.manifestDigest);
}

/** Whether the installation may move to the next version by itself. */
export function isReached(
  { next, place }: Pick<FollowVersion, 'next' | 'place'>,
  { follow, grants }: Pick<ActiveInstallation, 'follow' | 'grants'>,
  { listing, rollout }: Pick<FollowStates, 'listing' | 'rollout'>,
): boolean {
  if (next === null || follow === 'manual' || next.grants.version === grants.version) return true;
  return reaches(progressOf(listing, rollout.progress), () => place);
}

/** The facts after which the installation runs the version that it follows, or waits for consent to it. */
export function followUp(
  { next, at }: Pick<FollowVersion, 'next' | 'at'>,
  installation: ActiveInstallation,
): InstallationFact[] {
  const { grants, pendingVersion, move } = installation;
  if (next === null || !isUpdate(next.grants, grants))
    return pendingVersion === null ? [] : withdrawnRequest(installation, pendingVersion.version, at);
  // While the plugin moves elsewhere nothing else changes its version. The end of the move evaluates the listing again.
  if (move !== null && (!next.needsConsent || !isUpdate(next.grants, move.grants))) return [];
  // The version for which a pinned installation asked for consent waits, also when it no longer needs the consent.
  if (installation.follow === 'manual' && !next.needsConsent && next.grants.version !== grants.version) return [];
  return moveOrRequestConsent(installation, next, { by: null, at });
}

function withdrawnRequest(installation: ActiveInstallation, version: string, at: string): InstallationFact[] {
  const parties = partiesOf(installation);
  return [
    { type: 'ConsentRequestWithdrawn', data: { ...parties, at } },
    { type: 'UpdateDropped', data: { ...parties, version, at } },
  ];
}

/** The version replaces the installed one, or waits for the admin's consent. */
export function moveOrRequestConsent(
  installation: ActiveInstallation,
  next: CandidateVersion,
  { by, at }: { readonly by: string | null; readonly at: string },
): InstallationFact[] {
  if (!next.needsConsent) return changeVersion(installation, next, { by, at });
  const { version, manifestDigest, scopes } = next.grants;
  if (installation.pendingVersion?.manifestDigest === manifestDigest) return [];
  const additionalScopes = scopes.filter((scope) => !installation.grants.scopes.includes(scope));
  const data = { ...partiesOf(installation), version, at };
  return [
    { type: 'ConsentRequested', data: { ...data, manifestDigest, additionalScopes } },
    { type: 'UpdateReported', data: { ...data, by } },
  ];
}

/**
 * The facts that record a change to another version. That version is listed, so a suspension caused by the previous
 * version ends. A changed plan or changed settings get their own fact, because other services subscribe to it.
 */
export function changeVersion(
  installation: ActiveInstallation,
  next: NextVersion & { readonly settingsChanged?: boolean },
  { by, at }: { readonly by: string | null; readonly at: string },
): InstallationFact[] {
  const { grants, capabilities, settings, settingsChanged = false } = next;
  const common = { ...partiesOf(installation), at };
  const facts: InstallationFact[] = [
    { type: 'VersionChanged', data: { ...common, grants, capabilities, settings, by } },
  ];
  if (grants.plan !== null && grants.plan !== installation.grants.plan)
    facts.push({ type: 'PlanChanged', data: { ...common, plan: grants.plan, by } });
  if (settingsChanged) {
    const revision = installation.settingsRevision + 1;
    facts.push({ type: 'SettingsChanged', data: { ...common, settings, revision, by } });
  }
  if (installation.status === 'suspended') {
    const newStatus = afterLiftedSuspension({ ...installation, pendingVersion: null }).status;
    facts.push({ type: 'SuspensionLifted', data: { ...common, newStatus } });
  }
  return facts;
}
