import { Broker, queryHandler, respond } from '@kushk/broker';
import { delivery, instanceGateway, MAX_COUNTED_PERIODS, removalCounts } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { requestSender } from '../../http/request-sender.js';

/** The hub waits this long for an instance. */
export const COUNTS_DEADLINE_MS = 4_000;

/** Tells the hub what was counted of releases here: sums, with no installation and no organisation. */
export const ReportReleaseCountsHandler = queryHandler(
  instanceGateway.releaseCounts,
  { broker: Broker },
  async ({ periods }, { broker }, context) => {
    if (periods.length > MAX_COUNTED_PERIODS) return refuse('request.invalid', { problems: [] });
    const send = requestSender(broker, {
      actor: { kind: 'system' },
      requestId: context.requestId,
      traceparent: context.traceparent ?? null,
      deadlineAtMs: performance.now() + COUNTS_DEADLINE_MS,
    });
    const [{ reply: calls }, { reply: removed }] = await Promise.all([
      send(delivery.countCalls, { periods }),
      send(removalCounts.countRemovals, { periods }),
    ]);
    const counts = calls.counts.map((count, index) => ({ ...count, removals: removed.removals[index] ?? 0 }));
    return respond({ as_of: calls.as_of, counts });
  },
);
