/** Which newer version an installation is offered. Pure. */
import type { Installation, Update } from './queries.js';

export type NewerOf = Pick<Installation, 'follow' | 'status' | 'version' | 'version_pending' | 'version_moving'>;

/** Whether an installation moves to newer versions only when an admin wants it, and none waits for consent. */
export const takesNewer = ({ follow, status, version_pending }: NewerOf): boolean =>
  follow === 'manual' && status !== 'pending' && version_pending === null;

/**
 * The update that an installation is offered. An earlier reply may name a version that it runs, moves to, or shows as
 * the one that waits: none of them is offered.
 */
export function newerFor(installation: NewerOf, update: Update | null): Update | null {
  const { version, version_moving: moving } = installation;
  const isTaken = update?.version === version || update?.version === moving?.version;
  return isTaken || !takesNewer(installation) ? null : update;
}
