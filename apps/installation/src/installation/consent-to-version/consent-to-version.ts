import { refuse } from '@kushk/decider';
import { upon, type Basis } from '../basis.js';
import { change, type Changed } from '../change-installation.js';
import { moved, type NextVersion } from '../follow-version/follow-version.js';
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
    return refuse('installation.transition_invalid', {
      status: statusOf(installation),
      version_pending: installation.pending?.version ?? null,
      version,
    });
  }
  return upon(basis, installation, () => change(installation, (existing) => moved(existing, next, { by, at })));
}
