import { Broker, queryHandler, respond } from '@kushk/broker';
import {
  encodeCursor,
  installation,
  instanceGateway,
  keyAfterCursor,
  USAGE_PAGE_BYTES,
  usageMonthBounds,
  usageMonthClosesAt,
  wallet,
  workspace,
  type InstanceUsageItem,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { requestSender } from '../../http/request-sender.js';
import type { SendRequest } from '../../http/route.js';

/** The hub waits 2 s for a page, and a page after that time is ignored. */
const DEADLINE_MS = 2_000;

const INSTALLATIONS_PER_PAGE = 200;

type MonthlyUsageQuery = RequestOf<typeof instanceGateway.monthlyUsage>;
type InstallationForUsage = ReplyOf<typeof installation.listForUsage>['items'][number];

/**
 * Reports the usage of a publisher's plugins on this instance to the hub. Installations are identified by aliases, so
 * that no organisation's name leaves the instance.
 */
export const ReportMonthlyUsageHandler = queryHandler(
  instanceGateway.monthlyUsage,
  { broker: Broker },
  async (query, { broker }, context) => {
    const at = now();
    const send = requestSender(broker, {
      actor: { kind: 'system' },
      requestId: context.requestId,
      traceparent: context.traceparent ?? null,
      deadlineAtMs: performance.now() + DEADLINE_MS,
    });
    const after = keyAfterCursor(query.cursor);
    if (after === undefined) return refuse('cursor.invalid');
    const { reply } = await send(installation.listForUsage, {
      plugin_ids: query.plugin_ids,
      created_before: usageMonthBounds(query.month).endsAt.toISOString(),
      after: after ?? '',
      limit: INSTALLATIONS_PER_PAGE + 1,
    });
    const installations = reply.items.slice(0, INSTALLATIONS_PER_PAGE);
    const items = installations.length === 0 ? [] : await usageItems(query, installations, send);
    const count = countWithin(items, USAGE_PAGE_BYTES);
    const last = installations[count - 1];
    const hasMore = count < reply.items.length && last !== undefined;
    return respond({
      as_of: at.toISOString(),
      closed: at >= usageMonthClosesAt(query.month),
      items: items.slice(0, count),
      next_cursor: hasMore ? encodeCursor(last.installation_id) : null,
    });
  },
);

/** Returns how many items a page of this size has: at least one, and the last one may exceed the size. */
function countWithin(items: readonly InstanceUsageItem[], maxBytes: number): number {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += JSON.stringify(item).length) >= maxBytes);
  return end === -1 ? items.length : end + 1;
}

async function usageItems(
  { month }: MonthlyUsageQuery,
  installations: readonly InstallationForUsage[],
  send: SendRequest,
): Promise<InstanceUsageItem[]> {
  const request = { month, installation_ids: installations.map((one) => one.installation_id) };
  const [{ reply: wallets }, { reply: proposals }] = await Promise.all([
    send(wallet.monthlyUsage, request),
    send(workspace.monthlyProposals, request),
  ]);
  const spent = new Map(wallets.items.map((item) => [item.installation_id, item]));
  const decided = new Map(proposals.items.map((item) => [item.installation_id, item]));
  return installations.map(({ installation_id, plugin_id, alias }) => {
    const {
      sequence = 0,
      mu_consumed = '0',
      mu_purchased = '0',
      mu_gifted = '0',
      mu_reversed = '0',
      mu_revoked = '0',
      services = [],
    } = spent.get(installation_id) ?? {};
    const { applied = 0, rejected = 0 } = decided.get(installation_id) ?? {};
    return {
      plugin_id,
      alias,
      sequence,
      mu_consumed,
      mu_purchased,
      mu_gifted,
      mu_reversed,
      mu_revoked,
      proposals_applied: applied,
      proposals_rejected: rejected,
      services,
    };
  });
}
