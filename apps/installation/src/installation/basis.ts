/**
 * What a change was worked out from before it was decided: settings are opened and sealed again, and manifests read.
 * It must still stand when the change is decided.
 */
import { refuse } from '@kushk/decider';
import type { Changed } from './change-installation.js';
import type { ExistingInstallation, Installation } from './installation.js';

export interface Basis {
  readonly version: string;
  readonly plan: string | null;
  readonly settingsRevision: number;
}

/** The installation has changed since: prepare the change anew. Never leaves this service. */
export const BASIS_MOVED = 'installation.basis_moved';

export function basisOf({ grants, settingsRevision }: ExistingInstallation): Basis {
  return { version: grants.version, plan: grants.plan, settingsRevision };
}

export function isBasis(basis: Basis, existing: ExistingInstallation): boolean {
  const now = basisOf(existing);
  return now.version === basis.version && now.plan === basis.plan && now.settingsRevision === basis.settingsRevision;
}

/** Decides over an installation that is still as it was when the decision was prepared. */
export function upon(
  basis: Basis,
  installation: Installation,
  decide: (installation: Installation) => Changed,
): Changed {
  return installation.phase !== 'absent' && !isBasis(basis, installation) ? refuse(BASIS_MOVED) : decide(installation);
}
