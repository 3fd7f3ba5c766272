import { createServer, type Server, type ServerResponse } from 'node:http';
import { measure, metrics } from './metrics.js';
import { hasSeveralHosts } from './several-hosts.js';

/**
 * A check throws or rejects with a one-line reason while a dependency is not usable. It must not take longer than a
 * second.
 */
type HealthCheck = () => void | Promise<void>;

export interface Readiness {
  /**
   * `degraded`: a part that all processes share is down. This process would serve as well as any other, so it gets
   * requests, which it answers with 503 and what to do.
   */
  readonly status: 'ready' | 'degraded' | 'not_ready';
  /** `ok` or the reason of the failure, by name of the check. Reasons contain no secrets and no addresses. */
  readonly checks: Readonly<Record<string, string>>;
  /** Notes for operators by name; they do not affect readiness. They contain no secrets and no addresses. */
  readonly details: Readonly<Record<string, string>>;
}

interface RegisteredCheck {
  readonly check: HealthCheck;
  readonly isShared: boolean;
}

const checks = new Map<string, RegisteredCheck>();
const details = new Map<string, () => string>();
const checkTimeoutMs = 1_000;

/** Adds a named check of this process (`start`, `clock`). Returns a function that removes the check. */
export function registerCheck(name: string, check: HealthCheck): () => void {
  return addCheck(name, { check, isShared: false });
}

/** Adds a named check of a part that all processes share (`postgres`, `nats`); see `Readiness`. */
export function registerSharedCheck(name: string, check: HealthCheck): () => void {
  return addCheck(name, { check, isShared: true });
}

function addCheck(name: string, registered: RegisteredCheck): () => void {
  checks.set(name, registered);
  return () => {
    if (checks.get(name) === registered) checks.delete(name);
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

/** Runs all checks in parallel and measures their results. A check that takes more than a second counts as failed. */
export async function readiness(): Promise<Readiness> {
  const results = await Promise.all(
    [...checks].map(async ([name, { check, isShared }]) => ({ name, isShared, result: await resultOf(check) })),
  );
  measure.ready(
    results.map(({ name, isShared, result }) => ({
      check: name,
      part: isShared ? 'shared' : 'own',
      isOk: result === 'ok',
    })),
  );
  const failed = results.filter(({ result }) => result !== 'ok');
  return {
    status: failed.length === 0 ? 'ready' : failed.every(({ isShared }) => isShared) ? 'degraded' : 'not_ready',
    checks: Object.fromEntries(results.map(({ name, result }) => [name, result])),
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
    const { status, checks: results, details: notes } = await readiness();
    return {
      status: status === 'not_ready' ? 503 : 200,
      contentType: 'application/json',
      body: JSON.stringify({
        status,
        checks: results,
        ...(Object.keys(notes).length > 0 && { details: notes }),
      }),
    };
  },
  '/metrics': async () => {
    await readiness();
    return { status: 200, contentType: metrics.contentType, body: await metrics.metrics() };
  },
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
