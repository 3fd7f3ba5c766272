/**
 * The service that `kushk plugin test` plays: the public keys of hub and instance, and the plugin API of its
 * installations, in memory and on loopback.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuerJwk, newSigningKey, type Jwk } from '@kushk/credentials';
import type { Manifest } from '@kushk/manifest';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { MemoryApi, type ApiReply } from './memory-api.js';
import type { TestInstallation } from './test-installation.js';

const MAX_BODY_BYTES = 8 * 1_048_576;
/** Calls that are remembered; the oldest are forgotten. */
const MAX_CALLS = 10_000;
const API_PATH = /^\/i\/([A-Za-z0-9_]+)\/plugin\/v1(\/.*)$/;

export type Mode = 'working' | 'failing' | 'silent';
/** A request of the plugin to the plugin API. */
export interface ReceivedCall {
  readonly installationId: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The handle of the person for whom the plugin calls; null without one. */
  readonly handle: string | null;
  /** Status and code of the answer, such as `404 record.not_found`, and the missing scope; `no answer` without one. */
  readonly answer: string;
}

export class TestService {
  readonly key: Jwk = newSigningKey();
  readonly calls: ReceivedCall[] = [];
  /** How the plugin API answers: `failing` with 503, `silent` never. */
  mode: Mode = 'working';
  keyRequests = 0;
  private readonly installations = new Map<string, { installation: TestInstallation; api: MemoryApi }>();
  private readonly waiting = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
    private readonly manifest: Manifest,
  ) {}

  /** Listens on loopback. Port 0 is any free port. Throws a usage failure when the port is taken. */
  static async start(manifest: Manifest, port: number): Promise<TestService> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', () => reject(usageFailure(phrase`port ${port} is taken: choose another one with --listen`)));
      server.listen(port, '127.0.0.1', resolve);
    });
    const service = new TestService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, manifest);
    server.on('request', (request, response) => void service.handle(request, response));
    return service;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  add(installation: TestInstallation): void {
    this.installations.set(installation.id, { installation, api: new MemoryApi(installation, this.manifest) });
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    for (const response of this.waiting) response.destroy();
    this.waiting.clear();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', this.origin);
      if (url.pathname === '/.well-known/jwks.json') {
        this.keyRequests += 1;
        return answer(response, { status: 200, body: { keys: [issuerJwk(this.key, [this.origin])] } });
      }
      const body = await bodyOf(request);
      const [, installationId = '', path = ''] = API_PATH.exec(url.pathname) ?? [];
      const found = this.installations.get(installationId);
      if (found === undefined || body === null) return answer(response, notFound);
      const call = { installationId, method: request.method ?? '', path, body, handle: headerOf(request) };
      if (this.mode === 'silent') {
        this.remember({ ...call, answer: 'no answer' });
        return void this.waiting.add(response);
      }
      const reply =
        this.mode === 'failing' ? unavailable : found.api.reply({ request, path, query: url.searchParams, body });
      this.remember({ ...call, answer: outcomeOf(reply) });
      answer(response, reply);
    } catch {
      answer(response, { status: 400, body: { code: 'request.malformed', title: 'Malformed request', params: {} } });
    }
  }

  private remember(call: ReceivedCall): void {
    this.calls.push(call);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
  }
}

const notFound: ApiReply = { status: 404, body: { code: 'route.not_found', title: 'Not found', params: {} } };
const unavailable: ApiReply = {
  status: 503,
  body: { code: 'service.unavailable', title: 'Unavailable', params: {} },
  // Longer than any deadline, so that a client that retries gives up.
  headers: { 'retry-after': '3600' },
};

function outcomeOf({ status, body }: ApiReply): string {
  const { code, params } = (status < 400 ? {} : (body ?? {})) as { code?: string; params?: { scope?: string } };
  return [status, code, params?.scope].filter((part) => part !== undefined).join(' ');
}

/** Whether a call can change something. The tools of the MCP server and a quote only read. */
export const isWrite = ({ method, path }: ReceivedCall): boolean =>
  method !== 'GET' && !path.startsWith('/mcp') && path !== '/wallet/quote';

export const shownCalls = (calls: readonly ReceivedCall[]): string =>
  calls.map(({ method, path }) => `${method} ${path}`).join(', ');

function headerOf({ headers }: IncomingMessage): string | null {
  return headers['service-handle']?.toString() ?? null;
}

function answer(response: ServerResponse, { status, body, headers = {} }: ApiReply): void {
  if (response.headersSent || response.destroyed) return;
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Null for a body over the limit. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}
