/** The only request between gateways: the hub's gateway requests the usage of a month from each instance's gateway. */
import { query } from './messages.js';
import type { UsagePage } from './usage.js';

export const instanceGateway = {
  /**
   * `month` is `YYYY-MM`. `alias_key` is 32 bytes in base64url that the hub derives per publisher. The instance
   * replaces every installation id with an alias derived from this key, so that the hub receives no ids of
   * installations or organisations (docs/reference/usage.md). `cursor` is null for the first page.
   */
  monthlyUsage: query<
    { month: string; plugin_ids: readonly string[]; alias_key: string; cursor: string | null },
    UsagePage
  >('instance_gateway', 'usage.monthly'),
};
