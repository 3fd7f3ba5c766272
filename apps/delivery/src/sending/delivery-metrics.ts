import { metrics } from '@kushk/runtime';
import { Gauge, Histogram } from 'prom-client';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';

const waited = new Histogram({
  name: 'kushk_delivery_wait_seconds',
  help: 'From the time at which a delivery was due to its attempt, for endpoints that have not failed',
  labelNames: ['channel'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [metrics],
});
const openCircuits = new Gauge({
  name: 'kushk_circuits_open',
  help: 'Endpoints that do not answer, so that their events wait',
  // Without a label it would be 0 until the first count.
  labelNames: ['channel'],
  registers: [metrics],
});

/** What waits behind a circuit waits for the plugin, which says nothing about the workers. */
export function measureWait(channel: string, { dueAt, circuit }: ClaimedDelivery, startedMs: number): void {
  if (circuit === null) waited.labels(channel).observe(Math.max(0, startedMs - dueAt.getTime()) / 1_000);
}

export function measureOpenCircuits(count: number): void {
  openCircuits.labels('event').set(count);
}
