/** The stream of one instance of the fleet, `instance-<id>`: a deployment of the platform that the operator registered. */
import type { JsonObject } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface Named {
  readonly name: string;
  readonly pluginApi: string;
  /** Public JWK; null, or absent in the first facts, where it was registered without one. */
  readonly publicKey?: JsonObject | null;
}
export type Instance = { readonly status: 'absent' } | (Named & { readonly status: 'registered'; readonly registeredAt: string });

export type InstanceRegistered = Fact<'InstanceRegistered', Named & { readonly at: string }>;
/** A registered instance goes by another name or runs another `plugin_api` from now on. */
export type InstanceRedescribed = Fact<'InstanceRedescribed', Named & { readonly at: string }>;
export type InstanceRemoved = Fact<'InstanceRemoved', { readonly at: string }>;
export type InstanceFact = InstanceRegistered | InstanceRedescribed | InstanceRemoved;

function evolve(state: Instance, fact: InstanceFact): Instance {
  switch (fact.type) {
    case 'InstanceRegistered':
      return { status: 'registered', name: fact.data.name, pluginApi: fact.data.pluginApi, publicKey: fact.data.publicKey ?? null, registeredAt: fact.data.at };
    case 'InstanceRedescribed':
      if (state.status === 'absent') throw new Error('an instance was described anew that is not registered');
      return { ...state, name: fact.data.name, pluginApi: fact.data.pluginApi, publicKey: fact.data.publicKey ?? null };
    case 'InstanceRemoved':
      return { status: 'absent' };
    default:
      return unreachable(fact);
  }
}

export const instanceStream: StreamType<Instance, InstanceFact> = { category: 'instance', initial: { status: 'absent' }, evolve, stateVersion: 1 };
