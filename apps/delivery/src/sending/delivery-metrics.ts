import { metrics } from '@kushk/runtime';
import { Counter, Histogram } from 'prom-client';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { Circuit } from './circuit.js';

const waited = new Histogram({
  name: 'kushk_delivery_wait_seconds',
  help: 'From the time at which a delivery was due to its attempt, for endpoints that have not failed',
  labelNames: ['channel'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [metrics],
});
const circuitChanges = new Counter({
  name: 'kushk_circuit_changes_total',
  help: 'Changes of the circuits of endpoints, by new state',
  labelNames: ['channel', 'state'],
  registers: [metrics],
});

/** What waits behind a circuit waits for the plugin, which says nothing about the workers. */
export function measureWait(channel: string, { dueAt, circuit }: ClaimedDelivery, startedMs: number): void {
  if (circuit === null) waited.labels(channel).observe(Math.max(0, startedMs - dueAt.getTime()) / 1_000);
}

export function countCircuitChange(channel: string, state: Circuit['state']): void {
  circuitChanges.labels(channel, state).inc();
}
