/** Records that the publisher has ended an access, which the hub states. A repeated statement changes nothing. */
import type { AccessEndStatement } from '@kushk/credentials';
import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Access, AccessEnded } from '../access.js';

export interface RecordAccessEnd {
  /** Its signature has been verified. */
  readonly statement: AccessEndStatement;
  readonly at: string;
}

export function recordAccessEnd(
  { statement, at }: RecordAccessEnd,
  access: Access,
): Decision<readonly AccessEnded[], null> {
  const { access_id, plugin_id, at: endedAt } = statement;
  switch (access.status) {
    case 'absent':
    case 'ended':
      return accept([], null);
    // The hub has granted it, and the response may still be on its way.
    case 'requested':
    case 'granted':
      if (access.accessId !== access_id || access.pluginId !== plugin_id) return accept([], null);
      return accept([{ type: 'AccessEnded', data: { endedAt, at } }], null);
    default:
      return unreachable(access);
  }
}
