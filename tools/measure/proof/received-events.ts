/** Checks over the events that a receiver got. Pure. */
import type { ReceivedEvent } from './receiver-protocol.js';

type Received = Pick<ReceivedEvent, 'number' | 'status' | 'eventId' | 'body' | 'installationId' | 'key'>;

const isAccepted = ({ status }: Pick<ReceivedEvent, 'status'>): boolean => status >= 200 && status < 300;

/** Counts the expected numbers whose event was never accepted, and the requests after the first acceptance. */
export function lostAndRepeated(
  events: readonly Received[],
  expected: readonly number[],
): { readonly lost: number; readonly repeated: number } {
  const accepted = new Set<number>();
  let repeated = 0;
  for (const event of events) {
    if (accepted.has(event.number)) repeated += 1;
    else if (isAccepted(event)) accepted.add(event.number);
  }
  return { lost: expected.filter((number) => !accepted.has(number)).length, repeated };
}

/** The numbers 1 to `count`. */
export function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Counts the events whose body or id differs between two of their requests. */
export function changedBetweenAttempts(events: readonly Received[]): number {
  const first = new Map<number, Received>();
  const changed = new Set<number>();
  for (const event of events) {
    const known = first.get(event.number);
    if (known === undefined) first.set(event.number, event);
    else if (known.body !== event.body || known.eventId !== event.eventId) changed.add(event.number);
  }
  return changed.size;
}

/** Counts the first acceptances that came before the first acceptance of an earlier event with the same key. */
export function acceptedOutOfOrder(events: readonly Received[]): number {
  const newest = new Map<string, number>();
  const seen = new Set<number>();
  let outOfOrder = 0;
  for (const event of events) {
    if (!isAccepted(event) || seen.has(event.number)) continue;
    seen.add(event.number);
    const key = `${event.installationId} ${event.key}`;
    if (event.number < (newest.get(key) ?? 0)) outOfOrder += 1;
    else newest.set(key, event.number);
  }
  return outOfOrder;
}
