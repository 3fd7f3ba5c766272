import { refuse } from '@kushk/decider';
import { change, type Changed } from '../change-installation.js';
import { BASIS_MOVED, isBasis, moved, type Basis, type NextVersion } from '../follow-version/follow-version.js';
import { statusOf, type Installation } from '../installation.js';

export interface ConsentToVersion {
  readonly basis: Basis;
  readonly next: NextVersion & { readonly settingsChanged: boolean };
  readonly by: string;
  readonly at: string;
}

/** The admin agrees to the version that waits for it, and to no other: what they were shown is what they get. */
export function consentToVersion({ basis, next, by, at }: ConsentToVersion, installation: Installation): Changed {
  if (installation.phase === 'absent' || installation.phase === 'removed') return change(installation, () => []);
  const { version } = next.grants;
  if (installation.pending?.version !== version) {
    return refuse('installation.transition_invalid', { status: statusOf(installation), version_pending: installation.pending?.version ?? null, version });
  }
  if (!isBasis(basis, installation)) return refuse(BASIS_MOVED);
  return change(installation, (existing) => moved(existing, next, { by, at }));
}
