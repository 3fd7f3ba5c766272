import { createServer, type Server, type ServerResponse } from 'node:http';
import { metrics } from './metrics.js';
import { hasSeveralHosts } from './several-hosts.js';

/**
 * A check throws or rejects with a one-line reason while a dependency is not usable. It must not take longer than a
 * second.
 */
type HealthCheck = () => void | Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or the reason of the failure, by name of the check. Reasons contain no secrets and no addresses. */
  readonly checks: Readonly<Record<string, string>>;
  /** Notes for operators by name; they do not affect readiness. They contain no secrets and no addresses. */
  readonly details: Readonly<Record<string, string>>;
}

const checks = new Map<string, HealthCheck>();
const details = new Map<string, () => string>();
const checkTimeoutMs = 1_000;

/** Adds a named check (`postgres`, `nats`, `relay`). Returns a function that removes the check. */
export function registerCheck(name: string, check: HealthCheck): () => void {
  checks.set(name, check);
  return () => {
    if (checks.get(name) === check) checks.delete(name);
  };
}

/**
 * Adds a named detail (`releases stream`), which is shown with the checks and does not affect readiness. Returns a
 * function that removes the detail.
 */
export function registerDetail(name: string, detail: () => string): () => void {
  details.set(name, detail);
  return () => {
    if (details.get(name) === detail) details.delete(name);
  };
}

/** Runs all checks in parallel. A check that takes more than a second counts as failed. */
export async function readiness(): Promise<Readiness> {
  const results = await Promise.all([...checks].map(async ([name, check]) => [name, await resultOf(check)] as const));
  return {
    ready: results.every(([, result]) => result === 'ok'),
    checks: Object.fromEntries(results),
    details: Object.fromEntries([...details].map(([name, detail]) => [name, detail()])),
  };
}

async function resultOf(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${checkTimeoutMs} ms`), checkTimeoutMs);
  });
  try {
    return await Promise.race([Promise.resolve(check()).then(() => 'ok'), timedOut]);
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/** The response of a health route. */
interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const healthRoutes: Readonly<Record<'/health/live' | '/health/ready' | '/metrics', () => Promise<HealthAnswer>>> = {
  '/health/live': async () => ({ status: 200, contentType: 'application/json', body: '{"status":"live"}' }),
  '/health/ready': async () => {
    const { ready, checks: results, details: notes } = await readiness();
    return {
      status: ready ? 200 : 503,
      contentType: 'application/json',
      body: JSON.stringify({
        status: ready ? 'ready' : 'not_ready',
        checks: results,
        ...(Object.keys(notes).length > 0 && { details: notes }),
      }),
    };
  },
  '/metrics': async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.metrics() }),
};

const isHealthRoute = (path: string): path is keyof typeof healthRoutes => Object.hasOwn(healthRoutes, path);

/**
 * Serves the health routes on a server of their own, which is not public. Resolves when the server listens; rejects
 * when the port is in use.
 */
export function startHealthServer(at: { readonly host: string; readonly port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (hasSeveralHosts(request)) return void response.writeHead(400, { connection: 'close' }).end();
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (request.method !== 'GET' || !isHealthRoute(path)) return void response.writeHead(404).end();
    healthRoutes[path]().then(
      (answer) => send(response, answer),
      () => response.writeHead(500).end(),
    );
  });
  // An idle keep-alive connection of a monitoring client must not keep the process from exiting.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => resolve(server));
  });
}

function send(response: ServerResponse, answer: HealthAnswer): void {
  response
    .writeHead(answer.status, { 'content-type': answer.contentType, 'cache-control': 'no-store' })
    .end(answer.body);
}
