import { commandHandler, respond } from '@kushk/broker';
import { delivery, type ReplyOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { now, realNow } from '@kushk/runtime';
import { Deliveries } from '../list-deliveries/deliveries.view.js';
import { Redeliveries } from '../redeliver/redeliveries.view.js';

/** No further chunk begins when less time than this is left. */
const REPLY_MARGIN_MS = 4_000;

type Reply = ReplyOf<typeof delivery.redeliverRange>;

/**
 * Queues the dead letters of a period again, in chunks that commit one by one. When the deadline comes first, the
 * reply has `has_more`, and the same request continues where this one ended. The next poll of the queue sends them;
 * an open circuit and a stop after a 410 stay.
 */
export const RedeliverRangeHandler = commandHandler(
  delivery.redeliverRange,
  { store: EventStore, deliveries: Deliveries, redeliveries: Redeliveries },
  async (request, { store, deliveries, redeliveries }, { idempotency, deadline }) => {
    const stored = await store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const { installation_id, organisation_id, from, to } = request;
    const refusal = await deliveries.refusalToPush(installation_id, organisation_id);
    if (refusal !== null) return refusal;
    const range = { from: new Date(from), to: new Date(to) };
    let redelivered = 0;
    let has_more: boolean;
    do {
      const chunk = await redeliveries.requeueChunk(installation_id, range, now());
      redelivered += chunk.count;
      has_more = !chunk.isLast;
    } while (has_more && deadline.getTime() - realNow().getTime() > REPLY_MARGIN_MS);
    await store.storeReply(idempotency, { redelivered, has_more });
    return respond({ redelivered, has_more });
  },
);
