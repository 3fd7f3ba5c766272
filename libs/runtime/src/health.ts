import { createServer, type Server, type ServerResponse } from 'node:http';
import { metrics } from './metrics.js';

/** Throws, or rejects, with a one-line reason while the part is not usable. Must not take longer than a second. */
export type HealthCheck = () => void | Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or the reason, by name of the check. Reasons hold no secrets and no addresses. */
  readonly checks: Readonly<Record<string, string>>;
  /** What a person should know although the process does its work: by name, in words. Holds no secrets and no addresses. */
  readonly details: Readonly<Record<string, string>>;
}

const checks = new Map<string, HealthCheck>();
const details = new Map<string, () => string>();
const patienceMs = 1_000;

/** Adds a named check (`postgres`, `nats`, `relay`); returns the function that takes it away again. */
export function registerCheck(name: string, check: HealthCheck): () => void {
  checks.set(name, check);
  return () => {
    if (checks.get(name) === check) checks.delete(name);
  };
}

/** Adds a named detail (`releases`): shown beside the checks, and never a reason to be not ready. Returns the function that takes it away again. */
export function registerDetail(name: string, detail: () => string): () => void {
  details.set(name, detail);
  return () => {
    if (details.get(name) === detail) details.delete(name);
  };
}

/** Runs all checks at once. A check that takes more than a second counts as not ready. */
export async function readiness(): Promise<Readiness> {
  const results = await Promise.all([...checks].map(async ([name, check]) => [name, await verdict(check)] as const));
  return {
    ready: results.every(([, result]) => result === 'ok'),
    checks: Object.fromEntries(results),
    details: Object.fromEntries([...details].map(([name, detail]) => [name, detail()])),
  };
}

async function verdict(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${patienceMs} ms`), patienceMs);
  });
  try {
    return await Promise.race([Promise.resolve(check()).then(() => 'ok'), tooLong]);
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/** What the routes of contract §1 answer; the gateway mounts the same on its own server. */
export interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export const healthRoutes: Readonly<
  Record<'/health/live' | '/health/ready' | '/metrics', () => Promise<HealthAnswer>>
> = {
  '/health/live': async () => ({ status: 200, contentType: 'application/json', body: '{"status":"live"}' }),
  '/health/ready': async () => {
    const { ready, checks: results, details: told } = await readiness();
    return {
      status: ready ? 200 : 503,
      contentType: 'application/json',
      body: JSON.stringify({
        status: ready ? 'ready' : 'not_ready',
        checks: results,
        ...(Object.keys(told).length > 0 && { details: told }),
      }),
    };
  },
  '/metrics': async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.metrics() }),
};

const isHealthRoute = (path: string): path is keyof typeof healthRoutes => Object.hasOwn(healthRoutes, path);

/** The small server of a process that has no HTTP of its own. Resolves when it listens; rejects when the port is taken. */
export function startHealthServer(at: { readonly host: string; readonly port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (request.method !== 'GET' || !isHealthRoute(path)) return void response.writeHead(404).end();
    healthRoutes[path]().then(
      (answer) => send(response, answer),
      () => response.writeHead(500).end(),
    );
  });
  // A waiting keep-alive connection of a monitor must not hold the process back when it stops.
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
