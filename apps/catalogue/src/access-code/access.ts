/**
 * The event stream of one organisation's access to one plugin, `access-<access_id>`. The instance chooses the random
 * id, so the hub learns neither the instance and the organisation nor which accesses belong to the same one.
 */
import type { Fact, StreamType } from '@kushk/decider';

export interface GrantedAccess {
  readonly publisherId: string;
  readonly pluginId: string;
  /** The code that granted this access. */
  readonly codeId: string;
  readonly at: string;
}
export type Access = { readonly status: 'absent' } | (GrantedAccess & { readonly status: 'active' });

export type AccessGranted = Fact<'AccessGranted', GrantedAccess>;

export const accessStream: StreamType<Access, AccessGranted> = {
  category: 'access',
  factTypes: { AccessGranted: true },
  initial: { status: 'absent' },
  evolve: (_access, { data }) => ({ status: 'active', ...data }),
  stateVersion: 1,
};
