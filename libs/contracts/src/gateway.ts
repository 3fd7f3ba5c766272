/** The only requests between gateways: what the hub's gateway requests from each instance's gateway. */
import type { DeniedCount } from './containers.js';
import { query } from './messages.js';
import type { UsagePage } from './usage.js';

export const instanceGateway = {
  /**
   * `month` is `YYYY-MM`. The instance replaces every installation id with its alias, so that the hub receives no ids
   * of installations or organisations (docs/reference/usage.md). `cursor` is null for the first page.
   */
  monthlyUsage: query<{ month: string; plugin_ids: readonly string[]; cursor: string | null }, UsagePage>(
    'instance_gateway',
    'usage.monthly',
  ),
  /**
   * What the containers of a version were denied on the instance, with nothing of its organisations: at most 100
   * destinations, the most frequent first.
   */
  deniedAttempts: query<{ plugin_id: string; version: string }, { items: readonly DeniedCount[] }>(
    'instance_gateway',
    'egress.denied',
  ),
};

/** The subjects of these queries, without the scope. */
export const instanceGatewayQueries = 'qry.instance_gateway.>';
