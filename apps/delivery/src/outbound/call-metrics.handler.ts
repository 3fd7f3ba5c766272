import { metrics } from '@kushk/runtime';
import { Histogram } from 'prom-client';
import type { Exchange } from './exchange.js';

const calls = new Histogram({
  name: 'kushk_plugin_calls_seconds',
  help: 'Calls made to plugins, by channel and how they ended (a class of status, or the kind of failure)',
  labelNames: ['channel', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Counts a call that has ended. */
export function measureCall(channel: 'event' | 'lifecycle' | 'tool', exchange: Exchange): void {
  const outcome = exchange.kind === 'failed' ? exchange.error : `${Math.trunc(exchange.status / 100)}xx`;
  calls.labels(channel, outcome).observe(exchange.durationMs / 1_000);
}
