/** The small moves of an installation that runs: each is refused once it is removed, and a repeat changes nothing. */
import type { InstallationStatus } from '@kushk/contracts';
import { accept, fold, refuse, type Decision } from '@kushk/decider';
import {
  PARTS,
  installationStream,
  statusOf,
  type About,
  type ExistingInstallation,
  type Installation,
  type InstallationFact,
  type Part,
  type Settings,
} from './installation.js';

export type Changed = Decision<InstallationFact[], ExistingInstallation>;
interface By {
  readonly by: string;
  readonly at: string;
}

/** The admin stops the calls for a while. */
export function pauseInstallation(command: By, installation: Installation): Changed {
  return change(installation, (existing) =>
    existing.paused
      ? []
      : [{ type: 'InstallationPaused', data: { ...command, ...availability(existing, { paused: true }) } }],
  );
}

/** …and lets them go on. Said of one that was not paused, too: a plugin that answered 410 gets its events again (contract §7). */
export function resumeInstallation(command: By, installation: Installation): Changed {
  return change(installation, (existing) => [
    { type: 'InstallationResumed', data: { ...command, ...availability(existing, { paused: false }) } },
  ]);
}

/** The operator has suspended the release that runs here. */
export function suspendInstallation(command: { readonly at: string }, installation: Installation): Changed {
  return change(installation, (existing) =>
    existing.suspended
      ? []
      : [{ type: 'InstallationSuspended', data: { ...command, ...availability(existing, { suspended: true }) } }],
  );
}

/** The release was resumed. */
export function liftSuspension(command: { readonly at: string }, installation: Installation): Changed {
  return change(installation, (existing) =>
    existing.suspended
      ? [{ type: 'SuspensionLifted', data: { ...command, ...availability(existing, { suspended: false }) } }]
      : [],
  );
}

export function changeSettings(command: By & { readonly settings: Settings }, installation: Installation): Changed {
  return change(installation, (existing) => [
    { type: 'SettingsChanged', data: { ...command, ...about(existing), revision: existing.settingsRevision + 1 } },
  ]);
}

export function changePlan(command: By & { readonly plan: string }, installation: Installation): Changed {
  return change(installation, (existing) =>
    existing.grants.plan === command.plan ? [] : [{ type: 'PlanChanged', data: { ...command, ...about(existing) } }],
  );
}

/** The plugin has its credentials, the first or the renewed ones: it answered `installed`, or the admin has read them. */
export function confirmInstalled(
  command: { readonly how: 'answered' | 'credentials_read'; readonly at: string },
  installation: Installation,
): Changed {
  return change(installation, (existing) => {
    if (existing.phase !== 'installed') return [{ type: 'PluginInstalled', data: { ...command, ...about(existing) } }];
    return existing.renewalSince === null ? [] : [{ type: 'RenewalTaken', data: { ...command, ...about(existing) } }];
  });
}

/**
 * A part of the instance is ready for the plugin. With the last one the credentials go out: so that whatever the
 * plugin asks inside the `installed` call already works (contract §7).
 */
export function notePartReady(
  command: { readonly part: Part; readonly sealedLifecycle: string; readonly at: string },
  installation: Installation,
): Changed {
  const { part, sealedLifecycle, at } = command;
  return change(installation, (existing) => {
    const { readyParts, credentialsReleased, phase } = existing;
    if (readyParts.includes(part)) return [];
    const ready: InstallationFact = { type: 'PartBecameReady', data: { part, at } };
    const complete = PARTS.every((each) => each === part || readyParts.includes(each));
    const release = complete && !credentialsReleased && phase === 'pending';
    return release
      ? [ready, { type: 'CredentialsReleased', data: { ...about(existing), sealedLifecycle, at } }]
      : [ready];
  });
}

export function about({ organisationId, pluginId }: ExistingInstallation): About {
  return { organisationId, pluginId };
}

function availability(existing: ExistingInstallation, after: Partial<ExistingInstallation>) {
  return { ...about(existing), statusAfter: statusAfter(existing, after) };
}

/** What is shown once this has changed. */
export function statusAfter(existing: ExistingInstallation, after: Partial<ExistingInstallation>): InstallationStatus {
  return statusOf({ ...existing, ...after } as ExistingInstallation);
}

/** Decides over an installation that stands. */
export function change(
  installation: Installation,
  decide: (existing: ExistingInstallation) => InstallationFact[],
): Changed {
  if (installation.phase === 'absent') return refuse('installation.not_found');
  if (installation.phase === 'removed')
    return refuse('installation.removed', { installation_id: installation.installationId });
  const facts = decide(installation);
  const after = fold(installationStream, facts, installation);
  return accept(facts, after.phase === 'absent' ? installation : after);
}
