/** The operator removes an instance from the fleet. It can be registered again. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Instance, InstanceRemoved } from '../instance.js';

export interface RemoveInstance {
  readonly id: string;
  readonly at: string;
}

/** Rejects with `instance.not_found`. */
export function removeInstance(
  { id, at }: RemoveInstance,
  instance: Instance,
): Decision<readonly InstanceRemoved[], null> {
  switch (instance.status) {
    case 'absent':
      return refuse('instance.not_found', { id });
    case 'registered':
      return accept([{ type: 'InstanceRemoved', data: { at } }], null);
    default:
      return unreachable(instance);
  }
}
