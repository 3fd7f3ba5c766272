/** The operator gives an instance new credentials for its link: the old ones were lost, or may be in wrong hands. */
import type { InstanceResource } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Instance, InstanceLinkRotated } from '../instance.js';
import { instanceResource } from '../instance-resource.js';

export interface RotateInstanceLink {
  readonly id: string;
  /** Made for the account that the instance had just before, or for a first one; null where the hub's NATS has no accounts to give. */
  readonly link: LinkKeys | null;
  readonly at: string;
}

/** Refusals: `instance.not_found`, `instance.link_unavailable`, `instance.link_changed`. */
export function rotateInstanceLink(
  { id, link, at }: RotateInstanceLink,
  instance: Instance,
): Decision<readonly InstanceLinkRotated[], InstanceResource> {
  if (instance.status === 'absent') return refuse('instance.not_found', { id });
  if (link === null) return refuse('instance.link_unavailable', { id });
  if (instance.link !== null && instance.link.account !== link.account) return refuse('instance.link_changed', { id });
  return accept([{ type: 'InstanceLinkRotated', data: { link, at } }], instanceResource(id, instance));
}
