/**
 * Starts OpenTelemetry when OTEL_EXPORTER_OTLP_ENDPOINT is set. Must be loaded before the modules that it
 * instruments: `import '@kushk/runtime/telemetry'` as the first line of main.ts, or `node --import
 * @kushk/runtime/telemetry`.
 *
 * The packages are loaded with `require`. With a top-level await, the next imports of main.ts would be evaluated
 * first, and pg and http would be loaded before their instrumentation. Without an endpoint nothing is loaded, because
 * the HTTP instrumentation alone halves the throughput.
 */
import { createRequire } from 'node:module';
import { onStop } from './stopping.js';
import { startTracing } from './tracing.js';

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  const load = createRequire(import.meta.url);
  const { NodeSDK } = load('@opentelemetry/sdk-node') as typeof import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = load(
    '@opentelemetry/exporter-trace-otlp-proto',
  ) as typeof import('@opentelemetry/exporter-trace-otlp-proto');
  const { HttpInstrumentation } = load(
    '@opentelemetry/instrumentation-http',
  ) as typeof import('@opentelemetry/instrumentation-http');
  const { PgInstrumentation } = load(
    '@opentelemetry/instrumentation-pg',
  ) as typeof import('@opentelemetry/instrumentation-pg');
  const { UndiciInstrumentation } = load(
    '@opentelemetry/instrumentation-undici',
  ) as typeof import('@opentelemetry/instrumentation-undici');
  // Only traces are exported: Prometheus scrapes the metrics, and logs are written to standard output.
  process.env['OTEL_METRICS_EXPORTER'] ??= 'none';
  process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
  const sdk = new NodeSDK({
    serviceName: `kushk-${process.env['KUSHK_SERVICE'] ?? 'process'}`,
    traceExporter: new OTLPTraceExporter(),
    instrumentations: [
      new HttpInstrumentation(),
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  sdk.start();
  startTracing();
  onStop(() => sdk.shutdown());
}
