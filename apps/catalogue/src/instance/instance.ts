/** The stream of one instance of the fleet, `instance-<id>`: a deployment of the platform that the operator registered. */
import type { JsonObject } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface Named {
  readonly name: string;
  readonly pluginApi: string;
  /** Public JWK; null, or absent in the first facts, where it was registered without one. */
  readonly publicKey?: JsonObject | null;
}
interface Linked {
  /**
   * Public keys of its account on the hub's NATS. Absent where it was given none with this fact: in the first facts, where the
   * hub's NATS has no accounts to give, and where it has one already.
   */
  readonly link?: LinkKeys;
}
export type Instance =
  | { readonly status: 'absent' }
  | (Named & { readonly status: 'registered'; readonly registeredAt: string; readonly link: LinkKeys | null });

export type InstanceRegistered = Fact<'InstanceRegistered', Named & Linked & { readonly at: string }>;
/** A registered instance goes by another name, runs another `plugin_api` or has an account from now on. */
export type InstanceRedescribed = Fact<'InstanceRedescribed', Named & Linked & { readonly at: string }>;
/** It was given new credentials for its link; the old ones are of no use any more. */
export type InstanceLinkRotated = Fact<'InstanceLinkRotated', { readonly link: LinkKeys; readonly at: string }>;
export type InstanceRemoved = Fact<'InstanceRemoved', { readonly at: string }>;
export type InstanceFact = InstanceRegistered | InstanceRedescribed | InstanceLinkRotated | InstanceRemoved;

function evolve(state: Instance, fact: InstanceFact): Instance {
  switch (fact.type) {
    case 'InstanceRegistered':
      return {
        status: 'registered',
        name: fact.data.name,
        pluginApi: fact.data.pluginApi,
        publicKey: fact.data.publicKey ?? null,
        registeredAt: fact.data.at,
        link: fact.data.link ?? null,
      };
    case 'InstanceRedescribed':
      return {
        ...registered(state),
        name: fact.data.name,
        pluginApi: fact.data.pluginApi,
        publicKey: fact.data.publicKey ?? null,
        link: fact.data.link ?? registered(state).link,
      };
    case 'InstanceLinkRotated':
      return { ...registered(state), link: fact.data.link };
    case 'InstanceRemoved':
      return { status: 'absent' };
    default:
      return unreachable(fact);
  }
}

function registered(state: Instance): Extract<Instance, { status: 'registered' }> {
  if (state.status === 'absent') throw new Error('a fact changes an instance that is not registered');
  return state;
}

export const instanceStream: StreamType<Instance, InstanceFact> = {
  category: 'instance',
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
};
