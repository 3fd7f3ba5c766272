import { metrics } from '@kushk/runtime';
import { Gauge } from 'prom-client';

const openMonths = new Gauge({
  name: 'kushk_usage_months_open',
  help: 'Months of publishers that have ended and are not final, by reason: an instance has not closed the month, or the collection failed',
  labelNames: ['reason'],
  registers: [metrics],
});

/** Records the result of a run of the worker that closes months. */
export function setOpenMonths({ open, failed }: { readonly open: number; readonly failed: number }): void {
  openMonths.set({ reason: 'instance' }, open);
  openMonths.set({ reason: 'failed' }, failed);
}
