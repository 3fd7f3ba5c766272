/** Queues deliveries again that the plugin has received before, or that have become dead letters. */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ChannelName } from '../queued-delivery.view.js';
import { storedSince } from '../retention.view.js';

/** The number of dead letters that one statement queues again. */
const RANGE_CHUNK = 1_000;

// A redelivered event has a key of its own: it has left its place in the order, so the events that follow it neither
// wait for it nor does it wait for them. Redelivered events that had the same key are still sent in order.
const REDELIVERY_KEY = `'redelivery:' ||`;

// An event that still waits keeps its key, so that it is not sent before the events that precede it.
const REQUEUE_EVENT = `
insert into delivery_queue as q
  (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at, attempt)
select f.event_id, 'event', f.installation_id, ${REDELIVERY_KEY} f.order_key, f.sequence, f.type, f.created_at, $3,
  coalesce((select max(attempt) from delivery_attempts where delivery_id = f.event_id), 0)
from feed_events f where f.installation_id = $1 and f.event_id = $2
on conflict (delivery_id) do update set due_at = excluded.due_at, failures = 0, first_attempt_at = null,
  dead_at = null, order_key = case when q.dead_at is null then q.order_key else excluded.order_key end
returning channel`;

const REQUEUE_LIFECYCLE_CALL = `
with requeued as (
  update delivery_queue set due_at = $3, failures = 0, first_attempt_at = null, dead_at = null
  where installation_id = $1 and delivery_id = $2 and channel = 'lifecycle' returning channel
) select channel from requeued`;

const REQUEUE_RANGE = `
with chunk as (
  select delivery_id from delivery_queue
  where installation_id = $1 and channel = 'event' and dead_at is not null and created_at >= $2 and created_at < $3
  order by created_at, sequence limit $5 for update skip locked
), requeued as (
  update delivery_queue q set due_at = $4, failures = 0, first_attempt_at = null, dead_at = null,
    order_key = case when order_key like 'redelivery:%' then order_key else ${REDELIVERY_KEY} order_key end
  from chunk c where q.delivery_id = c.delivery_id returning 1
) select count(*)::int as count from requeued`;

/**
 * Queues a stored event, or a lifecycle call that the plugin has not accepted, again: due at once and with a restarted
 * retry policy. The attempt numbers continue. Returns false when the channel has no such delivery any more.
 */
export async function requeue(
  manager: EntityManager,
  channel: ChannelName,
  delivery: { readonly installationId: string; readonly deliveryId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(channel === 'event' ? REQUEUE_EVENT : REQUEUE_LIFECYCLE_CALL, [
    delivery.installationId,
    delivery.deliveryId,
    delivery.now,
  ]);
  return rows.length > 0;
}

@Injectable()
export class Redeliveries {
  constructor(private readonly database: DataSource) {}

  /**
   * Queues the next dead letters of events that were created in [from, to) again, oldest first, of those that the list
   * of deliveries shows. Returns how many; fewer than a chunk means that none is left.
   */
  async requeueChunk(
    installationId: string,
    range: { readonly from: Date; readonly to: Date },
    now: Date,
  ): Promise<{ readonly count: number; readonly isLast: boolean }> {
    const stored = storedSince(now);
    const [row] = await this.database.query<{ count: number }[]>(REQUEUE_RANGE, [
      installationId,
      range.from > stored ? range.from : stored,
      range.to,
      now,
      RANGE_CHUNK,
    ]);
    const count = row?.count ?? 0;
    return { count, isLast: count < RANGE_CHUNK };
  }
}
