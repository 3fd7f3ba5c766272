/** A release, as far as it stops the calls to its installations: the operator of the hub has suspended it or not. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type Release = { readonly status: 'callable' } | { readonly status: 'suspended' };

export type ReleaseFact =
  Fact<'ReleaseSuspended', { readonly at: string }> | Fact<'ReleaseResumed', { readonly at: string }>;

export const releaseStream: StreamType<Release, ReleaseFact> = {
  category: 'release',
  factTypes: { ReleaseSuspended: true, ReleaseResumed: true },
  initial: { status: 'callable' },
  stateVersion: 1,
  evolve: (_release, fact) => {
    switch (fact.type) {
      case 'ReleaseSuspended':
        return { status: 'suspended' };
      case 'ReleaseResumed':
        return { status: 'callable' };
      default:
        return unreachable(fact);
    }
  },
};

/** The id of the stream that belongs to one release. */
export function releaseKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}
