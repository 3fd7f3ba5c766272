import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Access, AccessGranted } from '../access.js';

export interface GrantAccess {
  readonly accessId: string;
  readonly pluginId: string;
  readonly last4: string;
  readonly by: string;
  readonly at: string;
}

/** The hub has granted the access that the organisation requested under this id. */
export function grantAccess(
  { accessId, pluginId, ...granted }: GrantAccess,
  access: Access,
): Decision<readonly AccessGranted[], { readonly plugin_id: string }> {
  switch (access.status) {
    case 'absent':
    case 'ended':
      return refuse('store.code_unknown');
    case 'requested':
      if (access.accessId !== accessId) return refuse('store.code_unknown');
      return accept([{ type: 'AccessGranted', data: granted }], { plugin_id: pluginId });
    case 'granted':
      return accept([], { plugin_id: pluginId });
    default:
      return unreachable(access);
  }
}
