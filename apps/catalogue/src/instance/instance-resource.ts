/** An instance as the operator API returns it. */
import type { InstanceResource } from '@kushk/contracts';
import type { InstanceRegistration } from './instance.js';

export function instanceResource(
  id: string,
  instance: Omit<InstanceRegistration, 'status' | 'link'>,
): InstanceResource {
  return {
    id,
    name: instance.name,
    plugin_api: instance.pluginApi,
    public_key: instance.publicKey,
    registered_at: instance.registeredAt,
  };
}
