/**
 * The event stream of one organisation's access to one plugin, `access-<access_id>`. The instance chooses the random
 * id, so the hub learns neither the instance and the organisation nor which accesses belong to the same one.
 */
import type { DsseEnvelope } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export interface GrantedAccess {
  readonly publisherId: string;
  readonly pluginId: string;
  /** The code that granted this access. */
  readonly codeId: string;
  readonly at: string;
}
export type Access =
  | { readonly status: 'absent' }
  | (GrantedAccess & { readonly status: 'active' })
  /** It never becomes active again: the organisation gets another one under another id. */
  | (GrantedAccess & { readonly status: 'ended'; readonly endedAt: string });

export type AccessGranted = Fact<'AccessGranted', GrantedAccess>;
export type AccessEnded = Fact<
  'AccessEnded',
  {
    readonly pluginId: string;
    readonly by: string;
    readonly at: string;
    /** Signed for the instances. */
    readonly statement: DsseEnvelope;
  }
>;
export type AccessFact = AccessGranted | AccessEnded;

export const accessStream: StreamType<Access, AccessFact> = {
  category: 'access',
  factTypes: { AccessGranted: true, AccessEnded: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

function evolve(access: Access, fact: AccessFact): Access {
  switch (fact.type) {
    case 'AccessGranted':
      return { status: 'active', ...fact.data };
    case 'AccessEnded':
      return access.status === 'absent' ? access : { ...access, status: 'ended', endedAt: fact.data.at };
    default:
      return unreachable(fact);
  }
}
