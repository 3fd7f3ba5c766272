/** What one gateway asks another: the month's usage, from the hub to each instance. */
import { query } from './language.js';

export interface InstanceUsageItem {
  readonly plugin_id: string; readonly alias: string; readonly sequence: number; readonly mu_consumed: string; readonly mu_purchased: string; readonly mu_gifted: string;
  readonly proposals_applied: number; readonly proposals_rejected: number;
  readonly services: readonly { readonly service: string; readonly count: number; readonly mu: string }[];
}
export const instanceGateway = {
  /**
   * `alias_key` (base64url) is derived by the hub per publisher: the instance answers with aliases only, so that
   * neither an installation id nor anything of an organisation reaches the hub (contract §9).
   */
  monthlyUsage: query<{ month: string; plugin_ids: readonly string[]; alias_key: string }, { items: readonly InstanceUsageItem[]; as_of: string }>('instance_gateway', 'usage.monthly'),
};
