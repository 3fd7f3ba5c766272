/**
 * Sends what waits for a later attempt at once, for a developer who has just repaired the plugin: the wait between
 * attempts grows to minutes and hours, and an event with the same `external_id` waits for the one before it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryResource } from '@kushk/contracts';
import { Failure } from '../failure.js';
import type { InstanceClient } from './instance-client.js';

const MOST_DELIVERIES = 20;
const DEADLINE_MS = 30_000;
const POLL_MS = 200;

type Client = Pick<InstanceClient, 'deliveries' | 'redeliver'>;

/**
 * Sends the events and lifecycle calls that wait after an attempt, oldest first, and returns each as it is after its
 * new attempt. Ends early when the plugin gives no answer at all, and when `signal` aborts.
 */
export async function sendWaiting(
  client: Client,
  installationId: string,
  signal: AbortSignal,
): Promise<readonly DeliveryResource[]> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const waiting = (await client.deliveries(installationId)).filter(isWaiting).reverse();
  const sent: DeliveryResource[] = [];
  for (const delivery of waiting.slice(0, MOST_DELIVERIES)) {
    const after = await sendNow(client, installationId, { delivery, signal: either });
    if (after === null) continue;
    sent.push(after);
    if (after.attempts.at(-1)?.status === null) break;
  }
  return sent;
}

/** Returns the delivery after a further attempt; null when none was made in time, or it cannot be sent again. */
export async function sendNow(
  client: Client,
  installationId: string,
  { delivery, signal }: { readonly delivery: DeliveryResource; readonly signal: AbortSignal },
): Promise<DeliveryResource | null> {
  const { id, attempt_count: attemptsBefore } = delivery;
  if (signal.aborted) return null;
  try {
    await client.redeliver(installationId, id);
  } catch (error) {
    // It was delivered or has expired meanwhile.
    if (error instanceof Failure && error.details.code === 'delivery.not_found') return null;
    throw error;
  }
  return afterAttempt(client, installationId, { isMeant: (one) => one.id === id, attemptsBefore, signal });
}

/** Sends a stored event again, also one that was delivered. Null when the list does not show an attempt in time. */
export async function resend(
  client: Client,
  installationId: string,
  { eventId, signal }: { readonly eventId: string; readonly signal: AbortSignal },
): Promise<DeliveryResource | null> {
  const before = (await client.deliveries(installationId)).find(({ id }) => id === eventId);
  await client.redeliver(installationId, eventId);
  if (before === undefined) return null;
  const { attempt_count: attemptsBefore } = before;
  return afterAttempt(client, installationId, { isMeant: ({ id }) => id === eventId, attemptsBefore, signal });
}

/** The delivery that is meant, as soon as it has more attempts; null when `signal` aborts before. */
export async function afterAttempt(
  client: Pick<Client, 'deliveries'>,
  installationId: string,
  {
    isMeant,
    attemptsBefore,
    signal,
  }: {
    readonly isMeant: (delivery: DeliveryResource) => boolean;
    readonly attemptsBefore: number;
    readonly signal: AbortSignal;
  },
): Promise<DeliveryResource | null> {
  while (!signal.aborted) {
    const found = (await client.deliveries(installationId)).find(isMeant);
    if (found !== undefined && found.attempt_count > attemptsBefore) return found;
    await pause(POLL_MS);
  }
  return null;
}

/**
 * Without an attempt it follows those before it by itself. What the installation holds back cannot be sent, nor what is
 * polled.
 */
function isWaiting({ status, channel, attempt_count, waits_for }: DeliveryResource): boolean {
  // An `installed` whose attempts have all failed: nothing else repeats it.
  if (status === 'dead' && channel === 'lifecycle') return true;
  const isHeld = waits_for === 'installation' || waits_for === 'poll';
  return status === 'waiting' && channel !== 'tool' && attempt_count > 0 && !isHeld;
}
