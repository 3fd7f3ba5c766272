/**
 * A small in-memory OpenTelemetry collector: accepts OTLP over HTTP in protobuf, as the exporter sends it, and
 * returns the spans of a trace as JSON. It runs for the whole test run, because processes export spans from their
 * start.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { spansOf, type Span } from './otlp.js';

export interface Collector {
  readonly url: string;
  stop(): Promise<void>;
}

/** The collector drops the oldest spans beyond this number. */
const mostSpans = 200_000;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Listens on loopback: `POST /v1/traces` for exporters, `GET /traces/<id>` for tests. */
export async function startCollector(port: number): Promise<Collector> {
  let spans: Span[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        spans = [...spans, ...spansOf(await bodyOf(request))].slice(-mostSpans);
        return response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      }
      const [, traceId] = /^\/traces\/([0-9a-f]{32})$/.exec(request.url ?? '') ?? [];
      const found = spans.filter((span) => span.traceId === traceId);
      return response.writeHead(traceId ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    })();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
