/**
 * The service that `kushk plugin test` plays: a hub with the keys of two instances, the plugin API of one of them in
 * memory, and a server that the hub does not list. Each has an origin of its own on loopback.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Manifest } from '@kushk/manifest';
import { KeyServer } from './key-server.js';
import { MemoryApi, type ApiReply } from './memory-api.js';
import type { TestInstallation } from './test-installation.js';

const MAX_BODY_BYTES = 8 * 1_048_576;
/** Calls that are remembered; the oldest are forgotten. */
const MAX_CALLS = 10_000;
const API_PATH = /^\/i\/([A-Za-z0-9_]+)\/plugin\/v1(\/.*)$/;
const SHOWN_PROBLEMS = 3;
/** Longer than any deadline, so that a client that retries gives up. */
const LONG_RETRY_AFTER = '3600';

/**
 * How the plugin API answers: `failing` with 503, `busy` with 503 for a moment, `silent` when the mode ends. With
 * `losing` it charges, and the answer to the charge is lost: the plugin gets 503. Events can always be polled.
 */
export type Mode = 'working' | 'failing' | 'busy' | 'silent' | 'losing';
/** A request of the plugin to the plugin API. */
export interface ReceivedCall {
  readonly installationId: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The handle of the person for whom the plugin calls; null without one. */
  readonly handle: string | null;
  /** Null without one. */
  readonly idempotencyKey: string | null;
  /** Status and code, such as `404 record.not_found`, the missing scope and the first problems; or `no answer`. */
  answer: string;
}
interface Hosted {
  readonly installation: TestInstallation;
  readonly api: MemoryApi;
  mode: Mode;
  /** The requests that wait for the end of the mode `silent`. */
  readonly waiting: Map<ServerResponse, () => void>;
}

export class TestService {
  readonly calls: ReceivedCall[] = [];
  private readonly hosted = new Map<string, Hosted>();

  readonly hub: KeyServer;
  /** The instance that calls the plugin. */
  readonly instance: KeyServer;
  /** Another instance that the hub lists. */
  readonly otherInstance: KeyServer;
  /** A server that the hub does not list. */
  readonly unlisted: KeyServer;

  private constructor(
    { hub, instance, otherInstance, unlisted }: Pick<TestService, 'hub' | 'instance' | 'otherInstance' | 'unlisted'>,
    private readonly manifest: Manifest,
  ) {
    this.hub = hub;
    this.instance = instance;
    this.otherInstance = otherInstance;
    this.unlisted = unlisted;
    hub.publish([instance, otherInstance]);
    instance.answerWith((request, response, url) => void this.handle(request, response, url));
  }

  /** The hub listens on the port; 0 is any free port. Throws a usage failure when the port is taken. */
  static async start(manifest: Manifest, port: number): Promise<TestService> {
    const hub = await KeyServer.start(port);
    const start = (): Promise<KeyServer> => KeyServer.start();
    const [instance, otherInstance, unlisted] = await Promise.all([start(), start(), start()]);
    return new TestService({ hub, instance, otherInstance, unlisted }, manifest);
  }

  stop(): void {
    for (const server of [this.hub, this.instance, this.otherInstance, this.unlisted]) server.stop();
    for (const { api } of this.hosted.values()) api.feed.wake();
  }

  add(installation: TestInstallation): void {
    const api = new MemoryApi(installation, this.manifest);
    this.hosted.set(installation.id, { installation, api, mode: 'working', waiting: new Map() });
  }

  /** The installations that are not removed, each with its plugin API. */
  get installed(): readonly { readonly installation: TestInstallation; readonly api: MemoryApi }[] {
    return [...this.hosted.values()].filter(({ installation }) => !installation.isRemoved);
  }

  /** The lists of which the plugin has read a page, by path: whether it has read the second one too. */
  get lists(): ReadonlyMap<string, boolean> {
    const lists = new Map<string, boolean>();
    for (const { api } of this.hosted.values())
      for (const [path, isFollowed] of api.lists) lists.set(path, isFollowed || lists.get(path) === true);
    return lists;
  }

  /** What the plugin API stores for the installation. */
  apiOf({ id }: TestInstallation): MemoryApi {
    const found = this.hosted.get(id);
    if (found === undefined) throw new Error(`no such installation: ${id}`);
    return found.api;
  }

  /** Changes how the API answers; requests that wait are answered now, if their caller still waits. */
  setMode({ id }: TestInstallation, mode: Mode): void {
    const found = this.hosted.get(id);
    if (found === undefined) return;
    found.mode = mode;
    if (mode === 'silent') return;
    for (const answerNow of found.waiting.values()) answerNow();
    found.waiting.clear();
  }

  /** Ends the requests that wait, without an answer, and works again: their caller has ended. */
  drop({ id }: TestInstallation): void {
    const found = this.hosted.get(id);
    if (found === undefined) return;
    for (const response of found.waiting.keys()) response.destroy();
    found.waiting.clear();
    found.mode = 'working';
  }

  /** Holds the API in a mode during the work. */
  async during<Result>(installation: TestInstallation, mode: Mode, work: () => Promise<Result>): Promise<Result> {
    this.setMode(installation, mode);
    try {
      return await work();
    } finally {
      this.setMode(installation, 'working');
    }
  }

  private async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    try {
      const body = await bodyOf(request);
      const [, installationId = '', path = ''] = API_PATH.exec(url.pathname) ?? [];
      const found = this.hosted.get(installationId);
      if (found === undefined || body === null) return answer(response, notFound);
      const handle = request.headers['service-handle']?.toString() ?? null;
      const idempotencyKey = request.headers['idempotency-key']?.toString() ?? null;
      const method = request.method ?? '';
      const call = { installationId, method, path, body, handle, idempotencyKey, answer: 'no answer' };
      this.remember(call);
      const respond = async (): Promise<void> => {
        const reply = await replyOf(found, { request, path, query: url.searchParams, body });
        call.answer = outcomeOf(reply);
        answer(response, reply);
      };
      if (found.mode !== 'silent' || path === '/events') return await respond();
      found.waiting.set(response, () => void (response.destroyed ? undefined : respond()));
      response.on('close', () => found.waiting.delete(response));
    } catch {
      answer(response, { status: 400, body: { code: 'request.malformed', title: 'Malformed request', params: {} } });
    }
  }

  private remember(call: ReceivedCall): void {
    this.calls.push(call);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
  }
}

async function replyOf({ mode, api }: Hosted, call: Parameters<MemoryApi['reply']>[0]): Promise<ApiReply> {
  const isDown = (mode === 'failing' || mode === 'busy') && call.path !== '/events';
  if (isDown) return unavailable(mode === 'busy' ? '0' : LONG_RETRY_AFTER);
  const reply = await api.reply(call);
  const isLost = mode === 'losing' && reply.status < 300 && isCharge({ method: call.request.method ?? '', ...call });
  return isLost ? unavailable('0') : reply;
}

const unavailable = (retryAfter: string): ApiReply => ({
  status: 503,
  body: { code: 'service.unavailable', title: 'Unavailable', params: {} },
  headers: { 'retry-after': retryAfter },
});

const notFound: ApiReply = { status: 404, body: { code: 'route.not_found', title: 'Not found', params: {} } };

function outcomeOf({ status, body }: ApiReply): string {
  const { code, params = {} } = (status < 400 ? {} : (body ?? {})) as {
    readonly code?: string;
    readonly params?: { readonly scope?: string; readonly problems?: readonly { path: string; message: string }[] };
  };
  const problems = (params.problems ?? []).slice(0, SHOWN_PROBLEMS).map(({ path, message }) => `${path} ${message}`);
  return [status, code, params.scope, problems.join('; ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

/** Whether a call can change something. The tools of the MCP server and a quote only read. */
export const isWrite = ({ method, path }: ReceivedCall): boolean =>
  method !== 'GET' && !path.startsWith('/mcp') && path !== '/wallet/quote';

/** Whether a call reserves or consumes MU: done twice with two keys, the customer pays twice. */
export const isCharge = ({ method, path }: Pick<ReceivedCall, 'method' | 'path'>): boolean =>
  method === 'POST' && (path === '/wallet/holds' || path === '/wallet/consume');

/** Whether the API did what the call asks for, or refused it for good. */
export const isDone = ({ answer }: ReceivedCall): boolean => /^[1-4]/.test(answer);

export const isSuccess = ({ answer }: ReceivedCall): boolean => answer.startsWith('2');

export const shownCalls = (calls: readonly ReceivedCall[]): string =>
  calls.map(({ method, path }) => `${method} ${path}`).join(', ');

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
