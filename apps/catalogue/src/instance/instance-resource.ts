/** An instance as the operator's API shows it. */
import type { InstanceResource } from '@kushk/contracts';
import type { Instance } from './instance.js';

export function instanceResource(
  id: string,
  instance: Omit<Extract<Instance, { status: 'registered' }>, 'status' | 'link'>,
): InstanceResource {
  return {
    id,
    name: instance.name,
    plugin_api: instance.pluginApi,
    public_key: instance.publicKey ?? null,
    registered_at: instance.registeredAt,
  };
}
