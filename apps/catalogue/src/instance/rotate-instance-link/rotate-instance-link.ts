/**
 * The operator gives an instance new NATS credentials for its link to the hub, because the old ones were lost or
 * leaked.
 */
import type { InstanceResource } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { instanceResource } from '../instance-resource.js';
import type { Instance, InstanceLinkRotated } from '../instance.js';

export interface RotateInstanceLink {
  readonly id: string;
  /**
   * Public keys for the account that the instance had before the command, or for a new account if it had none. Null
   * when the hub's NATS does not run in operator mode.
   */
  readonly link: LinkKeys | null;
  readonly at: string;
}

/** Rejects with `instance.not_found`, `instance.link_unavailable` or `instance.link_changed`. */
export function rotateInstanceLink(
  { id, link, at }: RotateInstanceLink,
  instance: Instance,
): Decision<readonly InstanceLinkRotated[], InstanceResource> {
  switch (instance.status) {
    case 'absent':
      return refuse('instance.not_found', { id });
    case 'registered':
      if (link === null) return refuse('instance.link_unavailable', { id });
      if (instance.link !== null && instance.link.account !== link.account)
        return refuse('instance.link_changed', { id });
      return accept([{ type: 'InstanceLinkRotated', data: { link, at } }], instanceResource(id, instance));
    default:
      return unreachable(instance);
  }
}
