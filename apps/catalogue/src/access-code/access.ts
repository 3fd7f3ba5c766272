/**
 * The event stream of one organisation's access to one plugin, `access-<access_id>`. The instance chooses the random
 * id, so the hub learns neither the instance and the organisation nor which accesses belong to the same one.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface GrantedAccess {
  readonly publisherId: string;
  readonly pluginId: string;
  /** The codes that granted this access, the latest last. A code whose access was ended never grants it again. */
  readonly codeIds: readonly string[];
}
export type Access =
  | { readonly status: 'absent' }
  | (GrantedAccess & { readonly status: 'active'; readonly grantedAt: string })
  | (GrantedAccess & { readonly status: 'ended'; readonly grantedAt: string; readonly endedAt: string });

export type AccessGranted = Fact<
  'AccessGranted',
  Omit<GrantedAccess, 'codeIds'> & { readonly codeId: string; readonly at: string }
>;
export type AccessEnded = Fact<'AccessEnded', { readonly at: string }>;
export type AccessFact = AccessGranted | AccessEnded;

function evolve(state: Access, fact: AccessFact): Access {
  switch (fact.type) {
    case 'AccessGranted': {
      const { codeId, at, ...access } = fact.data;
      const before = state.status === 'absent' ? [] : state.codeIds;
      return { status: 'active', ...access, codeIds: [...before, codeId], grantedAt: at };
    }
    case 'AccessEnded':
      if (state.status === 'absent') throw new Error('AccessEnded on an access that was never granted');
      return { ...state, status: 'ended', endedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}

export const accessStream: StreamType<Access, AccessFact> = {
  category: 'access',
  factTypes: { AccessGranted: true, AccessEnded: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};
