/** The only requests between gateways: those of the hub to each instance, and those of each instance to the hub. */
import type { catalogueAccess } from './access-codes.js';
import { gatewayRequires } from './caller-policy.js';
import type { DeniedCount } from './containers.js';
import { command, query, type ReplyOf, type RequestOf } from './messages.js';
import type { CountedPeriod, ReportedCounts } from './release-figures.js';
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
  /** What was counted of releases on the instance, with nothing of its organisations; at most 100 periods. */
  releaseCounts: query<{ periods: readonly CountedPeriod[] }, ReportedCounts>('instance_gateway', 'release.counts'),
};

/** What the gateway of an instance requests from the hub's gateway, which passes it on to the catalogue. */
export const hubGateway = {
  findAccessCode: query<
    RequestOf<typeof catalogueAccess.findAccessCode>,
    ReplyOf<typeof catalogueAccess.findAccessCode>
  >('hub_gateway', 'access-code.find'),
  redeemAccessCode: command<
    RequestOf<typeof catalogueAccess.redeemAccessCode>,
    ReplyOf<typeof catalogueAccess.redeemAccessCode>
  >('hub_gateway', 'access-code.redeem', gatewayRequires('admin')),
};

/** The subjects of `instanceGateway`, without the scope. */
export const instanceGatewayQueries = 'qry.instance_gateway.>';
