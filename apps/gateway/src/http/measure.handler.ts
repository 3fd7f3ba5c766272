import { metrics } from '@kushk/runtime';
import { Histogram } from 'prom-client';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const answered = new Histogram({
  name: 'kushk_http_requests_seconds',
  help: 'HTTP requests answered, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers: [metrics],
});

/** Records one answered request; `route` is the pattern, never the address itself. */
export function measureRequest(method: string, route: string, status: number, tookMs: number): void {
  answered.labels(method, route, String(status)).observe(tookMs / 1000);
}
