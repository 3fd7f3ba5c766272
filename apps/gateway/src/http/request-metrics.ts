import { metrics } from '@kushk/runtime';
import { Histogram } from 'prom-client';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const duration = new Histogram({
  name: 'kushk_http_requests_seconds',
  help: 'Duration of HTTP requests, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers: [metrics],
});

/**
 * Records one finished request. `route` is the route pattern, never the actual path, which would create a time series
 * per path.
 */
export function recordRequest(request: {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}): void {
  duration.labels(request.method, request.route, String(request.status)).observe(request.ms / 1000);
}
