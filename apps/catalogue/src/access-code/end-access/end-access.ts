/** A publisher ends the access of one organisation. Ending it again changes nothing. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Access, AccessEnded } from '../access.js';

export interface EndAccess {
  readonly accessId: string;
  readonly pluginId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Rejects with `access.not_found`, also when the access belongs to another plugin or publisher. */
export function endAccess(command: EndAccess, access: Access): Decision<readonly AccessEnded[], null> {
  const { accessId, pluginId, publisherId, at } = command;
  if (access.status === 'absent' || access.pluginId !== pluginId || access.publisherId !== publisherId)
    return refuse('access.not_found', { id: accessId });
  switch (access.status) {
    case 'active':
      return accept([{ type: 'AccessEnded', data: { at } }], null);
    case 'ended':
      return accept([], null);
    default:
      return unreachable(access);
  }
}
