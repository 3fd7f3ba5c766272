/** What one gateway asks another: the month's usage, from the hub to each instance. */
import { query } from './language.js';
import type { UsageReport } from './usage.js';

export const instanceGateway = {
  /**
   * `alias_key` (base64url) is derived by the hub per publisher: the instance answers with aliases only, so that
   * neither an installation id nor anything of an organisation reaches the hub (contract §9).
   */
  monthlyUsage: query<{ month: string; plugin_ids: readonly string[]; alias_key: string }, UsageReport>(
    'instance_gateway',
    'usage.monthly',
  ),
};
