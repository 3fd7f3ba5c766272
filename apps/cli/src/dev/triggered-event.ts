/** Sends an event of `kushk dev trigger` and waits for what becomes of it. */
import type { DeliveryResource } from '@kushk/contracts';
import type { InstanceClient } from './instance-client.js';
import { sendNow, sendWaiting } from './waiting-deliveries.js';

const RESULT_TIMEOUT_MS = 15_000;
/** An event that a failing one holds back is not sent at all: there is no answer to wait for. */
const HELD_BACK_TIMEOUT_MS = 3_000;
/** A plugin that polls may pause between two polls, and the second one shows that it has stored the event. */
const POLL_TIMEOUT_MS = 60_000;

export interface TriggeredEvent {
  readonly event_id: string;
  /** Null when it is not in the list of deliveries. */
  readonly delivery: DeliveryResource | null;
  /** What waited for a later attempt and was sent again. */
  readonly earlier: readonly DeliveryResource[];
  /** The earlier event that has failed again while this one was not sent; null for none. */
  readonly heldBackBy: DeliveryResource | null;
}

type Client = Pick<InstanceClient, 'deliveries' | 'redeliver' | 'triggerEvent'>;
/** Resolves when the deliveries have changed since the last call, and when the signal aborts. */
type NextChange = (signal: AbortSignal) => Promise<void>;

/** Sends an event, after what waits for a later attempt: that may come first, or keep the circuit open. */
export async function deliverNow(
  client: Client,
  { id, type, data }: { readonly id: string; readonly type: string; readonly data: unknown },
  nextChange: NextChange,
): Promise<TriggeredEvent> {
  const earlier = await sendWaiting(client, id, new AbortController().signal);
  const failing = earlier.find(({ channel, status }) => channel === 'event' && status === 'waiting') ?? null;
  const { event_id } = await client.triggerEvent(id, type, data);
  const timeout = AbortSignal.timeout(failing === null ? RESULT_TIMEOUT_MS : HELD_BACK_TIMEOUT_MS);
  let delivery = await deliveryOf(client, { id, eventId: event_id, nextChange, timeout });
  if (delivery?.waits_for === 'poll')
    delivery = await deliveryOf(
      client,
      { id, eventId: event_id, nextChange, timeout: AbortSignal.timeout(POLL_TIMEOUT_MS) },
      'poll',
    );
  // Only the plugin that has just failed keeps the circuit open: this event would not close it either.
  if (delivery?.waits_for === 'recovery' && delivery.attempts.length === 0 && failing === null)
    delivery = (await sendNow(client, id, { delivery, signal: timeout })) ?? delivery;
  const isHeldByPlugin = !['installation', 'resume', 'poll'].includes(delivery?.waits_for ?? '');
  const isSent = (delivery?.attempts.length ?? 0) > 0 || delivery?.status === 'delivered';
  return { event_id, delivery, earlier, heldBackBy: isSent || !isHeldByPlugin ? null : failing };
}

/** What became of the event; as it waits when it was not tried in time. */
async function deliveryOf(
  client: Client,
  {
    id,
    eventId,
    nextChange,
    timeout,
  }: {
    readonly id: string;
    readonly eventId: string;
    readonly nextChange: NextChange;
    readonly timeout: AbortSignal;
  },
  /** What else it waits for before it is tried. */
  besides: DeliveryResource['waits_for'] = null,
): Promise<DeliveryResource | null> {
  for (;;) {
    const found = (await client.deliveries(id)).find(({ event_id }) => event_id === eventId) ?? null;
    const isTried = found !== null && (found.attempts.length > 0 || found.status === 'delivered');
    if (isTried || (found?.waits_for ?? besides) !== besides) return found;
    if (timeout.aborted) return found;
    await nextChange(timeout);
  }
}
