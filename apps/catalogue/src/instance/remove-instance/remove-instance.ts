/** The operator takes an instance out of the fleet; it can be registered again. */
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Instance, InstanceRemoved } from '../instance.js';

/** Refusal: `instance.not_found`. */
export function removeInstance(
  { id, at }: { readonly id: string; readonly at: string },
  instance: Instance,
): Decision<readonly InstanceRemoved[], null> {
  if (instance.status === 'absent') return refuse('instance.not_found', { id });
  return accept([{ type: 'InstanceRemoved', data: { at } }], null);
}
