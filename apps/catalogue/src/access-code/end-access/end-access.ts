/**
 * A publisher ends one access to its plugin. The organisation then is offered no private release, and what it has
 * installed runs on.
 */
import type { DsseEnvelope } from '@kushk/contracts';
import type { AccessEndStatement } from '@kushk/credentials';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Access, AccessEnded } from '../access.js';

export interface EndAccess {
  readonly accessId: string;
  readonly pluginId: string;
  readonly publisherId: string;
  readonly by: string;
  readonly at: string;
  readonly sign: (statement: AccessEndStatement) => DsseEnvelope;
}

/**
 * Rejects with `access.not_found`, also when the access belongs to another plugin or publisher. To end it again changes
 * nothing.
 */
export function endAccess(command: EndAccess, access: Access): Decision<readonly AccessEnded[], null> {
  const { accessId, pluginId, publisherId, by, at, sign } = command;
  if (access.status === 'absent' || access.pluginId !== pluginId || access.publisherId !== publisherId)
    return refuse('access.not_found', { id: accessId });
  switch (access.status) {
    case 'active': {
      const statement = sign({ plugin_id: pluginId, access_id: accessId, at });
      return accept([{ type: 'AccessEnded', data: { pluginId, by, at, statement } }], null);
    }
    case 'ended':
      return accept([], null);
    default:
      return unreachable(access);
  }
}
