/** The command that follows, as the last lines of a command that has succeeded. */
import type { ReleaseForStaff, ReleaseResource } from '@kushk/contracts';
import { printable, type Terminal } from '../terminal.js';

type ReleaseState = Pick<ReleaseResource, 'plugin_id' | 'version' | 'status'>;
/** A hub of 0.1.0 answers without the conversation. */
type OwnRelease = ReleaseState &
  Pick<ReleaseResource, 'fleet'> &
  Partial<Pick<ReleaseResource, 'changes_requested_at' | 'appeal'>>;
type ReviewState = ReleaseState & Pick<ReleaseForStaff, 'taken_by'>;

/**
 * What the publisher does after a look at a release; empty when nothing is left to do. On the hub of the local system
 * the developer is the reviewer as well.
 */
export function afterRelease(
  terminal: Terminal,
  { plugin_id, version, status, fleet, changes_requested_at: requestedAt = null, appeal = null }: OwnRelease,
  where: { readonly isLocal: boolean } = { isLocal: false },
): readonly string[] {
  const name = printable(`${plugin_id} ${version}`);
  switch (status) {
    case 'submitted':
    case 'in_review':
      if (requestedAt !== null)
        return [
          terminal.translate`next: answer with "kushk release comment ${name} --text TEXT", or correct the manifest, raise version in it, and submit it with "kushk release submit FILE --replaces ${printable(version)}"`,
        ];
      if (where.isLocal)
        return [
          terminal.translate`next: "kushk dev approve ${name}" approves and publishes it on this local hub (on a real hub a reviewer does); "kushk release status ${name}" shows how far it is`,
        ];
      return [
        terminal.translate`next: "kushk release wait ${name}" waits until it is reviewed and published, "kushk release status ${name}" shows how far it is`,
      ];
    case 'approved':
      if (where.isLocal)
        return [
          terminal.translate`next: "kushk dev approve ${name}" publishes it on this local hub (on a real hub its operator does)`,
        ];
      return [
        terminal.translate`next: the operator of the hub publishes it, and there is nothing for you to do; "kushk release wait ${name}" waits until it is published`,
      ];
    case 'rejected':
    case 'withdrawn':
      return [
        status === 'rejected' && appeal === null
          ? terminal.translate`next: correct the manifest, raise version in it, and submit it again with "kushk release submit FILE", or "kushk release appeal ${name} --text TEXT" once within 30 days`
          : terminal.translate`next: correct the manifest, raise version in it, and submit it again with "kushk release submit FILE"`,
      ];
    case 'published':
      return [
        terminal.translate`this version stays as it is: raise version in the manifest before you change anything in it`,
        fleet.accepted > 0
          ? terminal.translate`next: instances offer it in their stores; "kushk usage" shows the figures of a month`
          : terminal.translate`next: no instance offers it yet; "kushk release wait ${name}" waits until one does`,
      ];
    case 'suspended':
      return [];
  }
}

/** After a check without problems. `isForProduction`: the hub accepts this manifest as it is. */
export function afterCheck(terminal: Terminal, file: string, isForProduction: boolean): readonly string[] {
  const name = printable(file);
  return isForProduction
    ? [terminal.translate`next: "kushk release submit ${name}" submits it for review`]
    : [terminal.translate`next: "kushk dev" tries it on a local system`];
}

/** After a plugin has passed all cases. */
export function afterTest(terminal: Terminal, file: string): readonly string[] {
  return ['', terminal.translate`next: "kushk release submit ${printable(file)}" submits it for review`];
}

/** What the reviewer does next; empty when the decision is made. */
export function afterReview(
  terminal: Terminal,
  { plugin_id, version, status, taken_by }: ReviewState,
): readonly string[] {
  const name = printable(`${plugin_id} ${version}`);
  const isWaiting = status === 'submitted' || (status === 'in_review' && taken_by === null);
  if (isWaiting) return [terminal.translate`next: "kushk review take ${name}" takes it for review`];
  switch (status) {
    case 'in_review':
      return [
        terminal.translate`next: "kushk review approve ${name} --tier TIER" with community, verified or private (--publish also publishes it), "kushk review reject ${name} --notes TEXT", "kushk review request-changes ${name} --notes TEXT", or "kushk review give-back ${name}"`,
      ];
    case 'approved':
      return [
        terminal.translate`next: "kushk operator release publish ${name}" publishes it to all instances; it needs the role operator`,
      ];
    case 'rejected':
    case 'withdrawn':
    case 'published':
    case 'suspended':
      return [];
  }
}
