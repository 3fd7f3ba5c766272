/** Decides whether calls may be sent to the installations of a release after its listing has changed. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Release, ReleaseFact } from '../release.js';

export interface ChangeRelease {
  readonly callable: boolean;
  readonly at: string;
}

export function changeRelease(
  release: Release,
  { callable, at }: ChangeRelease,
): Accepted<readonly ReleaseFact[], null> {
  switch (release.status) {
    case 'callable':
      return accept(callable ? [] : [{ type: 'ReleaseSuspended', data: { at } }], null);
    case 'suspended':
      return accept(callable ? [{ type: 'ReleaseResumed', data: { at } }] : [], null);
    default:
      return unreachable(release);
  }
}
