/** Serves the pages of container plugins, each installation at an origin of its own (docs/reference/containers.md). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { containerPageOrigin, type PageDomain, type PageHost } from '@kushk/contracts';
import { mapError, Refused } from '@kushk/edge';
import { log, newId } from '@kushk/runtime';
import { recordRequest } from '../http/request-metrics.js';
import { assertForwardable } from './forwardable.js';
import { drained, forwardRequest, type Forwarded } from './forward-request.js';
import { forwardUpgrade, headText } from './forward-upgrade.js';
import { headersForContainer } from './forwarded-headers.js';
import { OpenExchanges } from './open-exchanges.js';
import { pageHostReader } from './page-label.js';
import type { PageLimits } from './page-limits.js';
import { problemResponse, type ProblemResponse } from './page-problem.js';
import type { PageTargets } from './page-targets.js';
import { ContainerFailed, type Forwarding } from './upstream.client.js';

/** The route of these requests in metrics. */
const ROUTE = 'page origin';

export interface PageOriginsOptions extends PageDomain {
  readonly targets: PageTargets;
  readonly limits: PageLimits;
  /** The address of the client behind trusted proxies. */
  readonly clientIp: (request: IncomingMessage) => string;
  /** The base of the addresses of error pages. */
  readonly errorsBase: string;
}

/** One request on the host of a page. */
interface PageRequest {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly startedAtMs: number;
  /** Ends the exchange. */
  readonly abort: AbortController;
}

type Forward = (admitted: Omit<Forwarding, 'hasBody'>) => Promise<Forwarded>;

export class PageOrigins {
  private readonly readHost: ReturnType<typeof pageHostReader>;
  private readonly open: OpenExchanges;
  /** How often installations have changed. */
  private changes = 0;

  constructor(private readonly options: PageOriginsOptions) {
    this.readHost = pageHostReader(options.pluginDomain);
    this.open = new OpenExchanges(options.limits);
  }

  /** Whether the request is for the host of a page. The service itself must not answer it then. */
  isFor({ headers }: IncomingMessage): boolean {
    return this.readHost(headers.host) !== null;
  }

  /** Whether the request is to become a WebSocket with a container. */
  isUpgrade(request: IncomingMessage): boolean {
    const { upgrade, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasNoBody = request.method === 'GET' && length === undefined && encoding === undefined;
    return hasNoBody && upgrade?.toLowerCase() === 'websocket' && this.isFor(request);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = this.begin(request);
    response.once('close', () => page.abort.abort());
    const refused = await this.run(page, (admitted) => forwardRequest({ ...admitted, hasBody: true }, response));
    if (refused === null || response.destroyed) return;
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = this.problemOf(refused, page);
    const text = request.method === 'HEAD' ? '' : body;
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    if (request.complete) return void response.writeHead(status, { ...headers, ...length }).end(text);
    response.writeHead(status, { ...headers, ...length, connection: 'close' }).write(text);
    await drained(request);
    response.end();
  }

  async handleUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const page = this.begin(request);
    socket.on('error', () => undefined);
    socket.once('close', () => page.abort.abort());
    const browser = { socket, head };
    const refused = await this.run(page, (admitted) => forwardUpgrade({ ...admitted, hasBody: false }, browser));
    if (refused === null || socket.destroyed) return;
    const { status, headers, body } = this.problemOf(refused, page);
    const length = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
    socket.end(headText(status, { ...headers, ...length }) + body);
  }

  /** Ends what is open of installations that may no longer show pages. Call it after their state has changed. */
  async onChanged(installationIds: readonly string[] | null): Promise<void> {
    this.changes += 1;
    for (const [installationId, label] of this.open.labels(installationIds)) {
      // Where the state cannot be read, the pages connect again when it can.
      const isAllowed = await this.options.targets.isAllowed(label).catch(() => false);
      if (!isAllowed) this.open.endOf(installationId);
    }
  }

  /** Ends the streams. Requests that have arrived are still answered. */
  stop(): void {
    this.open.endStreams();
  }

  private begin(request: IncomingMessage): PageRequest {
    return { request, requestId: newId('req'), startedAtMs: performance.now(), abort: new AbortController() };
  }

  /** Forwards the request. Resolves with the refusal when nothing was sent to the browser, else with null. */
  private async run(page: PageRequest, forward: Forward): Promise<Refused | null> {
    let host: PageHost | null = null;
    try {
      assertForwardable(page.request);
      const ip = this.options.clientIp(page.request);
      const { label } = this.readHost(page.request.headers.host)!;
      const seen = this.changes;
      host = await this.options.targets.host(label, ip);
      const forwarded = await this.forward(page, { host, label: label!, ip, seen }, forward);
      report(page, { ...forwarded, host });
      return null;
    } catch (error) {
      const refused = this.refusalOf(error, host);
      report(page, { status: this.problemOf(refused, page).status, bytes: 0, host, reason: reasonOf(error) });
      return refused;
    }
  }

  private async forward(
    { request, requestId, abort }: PageRequest,
    found: { readonly host: PageHost; readonly label: string; readonly ip: string; readonly seen: number },
    forward: Forward,
  ): Promise<Forwarded> {
    const { host, label, ip, seen } = found;
    const { serviceOrigin, limits, targets } = this.options;
    const exchange = this.open.open(host, { label, end: () => abort.abort() });
    try {
      const address = await targets.address(host);
      // A change that came while the host was looked up ended only what was open by then.
      if (seen !== this.changes && !(await targets.isAllowed(label))) throw Refused.unavailable('containers');
      const pageOrigin = containerPageOrigin(label, this.options)!;
      const headers = headersForContainer({
        headers: request.headers,
        pageOrigin,
        serviceOrigin,
        clientIp: ip,
        requestId,
      });
      return await forward({ request, address, headers, exchange, limits, serviceOrigin, signal: abort.signal });
    } finally {
      exchange.release();
    }
  }

  private refusalOf(error: unknown, host: PageHost | null): Refused {
    if (!(error instanceof ContainerFailed)) {
      const { refused, isDefect } = mapError(error);
      if (isDefect) log.error({ err: error }, 'page request failed unexpectedly');
      return refused;
    }
    if (host !== null) this.options.targets.forgetAddress(host);
    return Refused.unavailable('containers');
  }

  private problemOf(refused: Refused, { request, requestId }: PageRequest): ProblemResponse {
    const { errorsBase, serviceOrigin } = this.options;
    return problemResponse(refused, { headers: request.headers, requestId, errorsBase, serviceOrigin });
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof ContainerFailed ? error.message : undefined;
}

/** Writes one log line and records one measurement per request. Paths and headers may have secrets of the plugin. */
function report(
  { request, requestId, startedAtMs }: PageRequest,
  outcome: Forwarded & { readonly host: PageHost | null; readonly reason?: string | undefined },
): void {
  const { status, bytes, host, reason } = outcome;
  const ms = performance.now() - startedAtMs;
  const method = request.method ?? '';
  recordRequest({ method, route: ROUTE, status, ms });
  log.info(
    {
      request_id: requestId,
      installation_id: host?.installation_id,
      method,
      status,
      bytes,
      reason,
      duration_ms: Math.round(ms * 10) / 10,
    },
    'page request handled',
  );
}
