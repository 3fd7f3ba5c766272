/** Decides the health of a channel that an admin sees. Pure. */
import type { ChannelHealth, DeliveryResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { closedCircuit, type Circuit } from '../../sending/circuit.js';
import { isOpen, type ToolCircuitBreaker } from '../../tool/call-tool/tool-circuit-breaker.js';

/** The newest results of a channel. */
export interface ChannelResults {
  readonly lastSuccessAt: Date | null;
  readonly lastError: { readonly at: Date; readonly status: number | null; readonly error: string } | null;
}

type Changes = Partial<Pick<ChannelHealth, 'state' | 'since' | 'next_attempt_at' | 'ended_by'>>;

/**
 * The health of events or lifecycle calls. `nextDueAt` is the due time of the first waiting delivery, and `endedAt` the
 * time at which the retries of a lifecycle call ended; both are null without such a delivery.
 */
export function channelHealth(
  circuit: Circuit | null,
  queue: { readonly nextDueAt: Date | null; readonly endedAt: Date | null },
  results: ChannelResults,
): ChannelHealth {
  const dueAt = queue.nextDueAt?.toISOString() ?? null;
  const known = circuit ?? closedCircuit;
  switch (known.state) {
    case 'stopped':
      return healthOf(results, { state: 'stopped', since: isoOf(known.sinceMs), ended_by: 'resume' });
    case 'open':
      return healthOf(results, {
        state: 'open',
        since: isoOf(known.openedAtMs),
        next_attempt_at: dueAt === null ? null : isoOf(known.nextProbeAtMs),
        ended_by: 'success',
      });
    case 'recovering':
      return healthOf(results, {
        state: 'failing',
        since: isoOf(known.openedAtMs),
        next_attempt_at: dueAt,
      });
    case 'closed':
      if (queue.endedAt !== null)
        return healthOf(results, { state: 'stopped', since: queue.endedAt.toISOString(), ended_by: 'resume' });
      if (known.failures === 0) return healthOf(results, { next_attempt_at: dueAt });
      return healthOf(results, {
        state: 'failing',
        since: isoOf(known.sinceMs),
        next_attempt_at: dueAt,
      });
    default:
      return unreachable(known);
  }
}

/**
 * The health of tool calls. They are not repeated, so `next_attempt_at` is when an open circuit admits a call again.
 */
export function toolHealth(breaker: ToolCircuitBreaker | null, results: ChannelResults): ChannelHealth {
  if (breaker === null) return healthOf(results, {});
  const since = isoOf(breaker.sinceMs);
  if (!isOpen(breaker)) return healthOf(results, { state: 'failing', since });
  const next_attempt_at = isoOf(breaker.openUntilMs);
  return healthOf(results, { state: 'open', since, next_attempt_at, ended_by: 'success' });
}

/** What a waiting delivery waits for besides its due time, and the time of its next attempt if it is known. */
export function waitOf(
  circuit: Circuit | null,
  { isSendable, dueAt }: { readonly isSendable: boolean; readonly dueAt: Date },
): Pick<DeliveryResource, 'next_attempt_at' | 'waits_for'> {
  const known = circuit ?? closedCircuit;
  if (known.state === 'stopped') return { next_attempt_at: null, waits_for: 'resume' };
  if (!isSendable) return { next_attempt_at: null, waits_for: 'installation' };
  if (known.state === 'open')
    // The time of the next probe. Which of the waiting deliveries it sends is decided then.
    return { next_attempt_at: isoOf(known.nextProbeAtMs), waits_for: 'recovery' };
  return { next_attempt_at: dueAt.toISOString(), waits_for: null };
}

function healthOf({ lastSuccessAt, lastError }: ChannelResults, changes: Changes): ChannelHealth {
  return {
    state: 'ok',
    since: null,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    last_error: lastError === null ? null : { ...lastError, at: lastError.at.toISOString() },
    next_attempt_at: null,
    ended_by: null,
    ...changes,
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
