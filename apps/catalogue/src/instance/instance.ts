/**
 * The event stream of one instance, `instance-<id>`. An instance is a deployment of the platform that the operator
 * registered.
 */
import type { JsonObject } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface InstanceDescription {
  readonly name: string;
  readonly pluginApi: string;
  /** Public JWK of the instance; null when it has no key. */
  readonly publicKey: JsonObject | null;
}
interface GrantedLink {
  /**
   * Public keys of the instance's account on the hub's NATS. Absent when this fact grants no account: the hub's NATS
   * does not run in operator mode, or the instance already has an account.
   */
  readonly link?: LinkKeys;
}
export type InstanceRegistration = InstanceDescription & {
  readonly status: 'registered';
  readonly registeredAt: string;
  readonly link: LinkKeys | null;
};
export type Instance = { readonly status: 'absent' } | InstanceRegistration;

export type InstanceRegistered = Fact<
  'InstanceRegistered',
  InstanceDescription & GrantedLink & { readonly at: string }
>;
/** The description of a registered instance changed, or the instance got a NATS account. */
export type InstanceUpdated = Fact<'InstanceUpdated', InstanceDescription & GrantedLink & { readonly at: string }>;
/** The instance got new NATS credentials for its link to the hub. The old credentials no longer work. */
export type InstanceLinkRotated = Fact<'InstanceLinkRotated', { readonly link: LinkKeys; readonly at: string }>;
export type InstanceRemoved = Fact<'InstanceRemoved', { readonly at: string }>;
export type InstanceFact = InstanceRegistered | InstanceUpdated | InstanceLinkRotated | InstanceRemoved;

function evolve(state: Instance, fact: InstanceFact): Instance {
  switch (fact.type) {
    case 'InstanceRegistered':
      return {
        status: 'registered',
        name: fact.data.name,
        pluginApi: fact.data.pluginApi,
        publicKey: fact.data.publicKey,
        registeredAt: fact.data.at,
        link: fact.data.link ?? null,
      };
    case 'InstanceUpdated':
      return {
        ...registered(state),
        name: fact.data.name,
        pluginApi: fact.data.pluginApi,
        publicKey: fact.data.publicKey,
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

function registered(state: Instance): InstanceRegistration {
  if (state.status === 'absent') throw new Error('this fact cannot follow an instance that is not registered');
  return state;
}

export const instanceStream: StreamType<Instance, InstanceFact> = {
  category: 'instance',
  factTypes: { InstanceRegistered: true, InstanceUpdated: true, InstanceLinkRotated: true, InstanceRemoved: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};
