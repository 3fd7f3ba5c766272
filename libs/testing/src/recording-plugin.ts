/**
 * A plugin for tests: an HTTP server on a loopback port that records every call and stores the credentials that
 * arrive with `installed`. It checks signatures with Stripe's library instead of ours. Tests can plan its responses
 * per path.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from '../../../tools/check/development/stripe.js';
import { responses, type PluginResponse } from './plugin-responses.js';
import { eventually } from './eventually.js';
import type { RecordedCall } from './recorded-call.js';
import { recordExample } from './recorded-examples.js';

/** The credentials that a call of `installed` contains. */
export interface PluginCredentials {
  readonly installation_id: string;
  readonly api_base: string;
  readonly token: string;
  readonly signing_secret: string;
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

const TOLERANCE_SECONDS = 300;

export class RecordingPlugin {
  readonly calls: RecordedCall[] = [];
  private readonly stored = new Map<string, { latest: PluginCredentials; secrets: string[] }>();
  private readonly planned = new Map<string, PluginResponse[]>();

  private constructor(
    private readonly server: Server,
    /** Base URL of the plugin, without a trailing slash, as a manifest requires. */
    readonly baseUrl: string,
    private readonly stripe: Stripe,
  ) {}

  /** Starts a plugin on the given port, or on a free one. `path` becomes part of the base URL. */
  static async start(options: { port?: number; path?: string } = {}): Promise<RecordingPlugin> {
    // Loaded here, because many specs that import this package start no plugin.
    const { Stripe } = await import('../../../tools/check/development/stripe.js');
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    // If a failing test does not stop its plugin, the plugin must not keep the test run from ending.
    server.unref();
    const { port } = server.address() as AddressInfo;
    const plugin = new RecordingPlugin(
      server,
      `http://127.0.0.1:${port}${options.path ?? ''}`,
      new Stripe('sk_test_only_its_webhooks_are_used'),
    );
    server.on('request', (request, response) => void plugin.handle(request, response, options.path ?? ''));
    return plugin;
  }

  /**
   * Plans the responses to the next calls of a path, in order. The last response repeats. Without a plan, the plugin
   * responds with 200.
   */
  respond(path: string, ...planned: readonly [PluginResponse, ...PluginResponse[]]): void {
    this.planned.set(path, [...planned]);
  }

  /** Plans the content that a tool returns. */
  respondToTool(name: string, content: unknown): void {
    this.respond(`/service/tools/${name}`, responses.content(content));
  }

  /** Returns the calls of a path so far, in order of arrival. */
  callsTo(path: string): readonly RecordedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Returns the events pushed so far, including repeated deliveries. */
  get events(): readonly Readonly<Record<string, unknown>>[] {
    return this.callsTo('/service/events').map((call) => call.json);
  }

  /** Waits for a matching call of this path. */
  async call(
    path: string,
    matches: (call: RecordedCall) => boolean = () => true,
    withinMs?: number,
  ): Promise<RecordedCall> {
    return eventually(() => this.callsTo(path).find(matches), withinMs);
  }

  /** Waits for the credentials of the given installation, or of the first installation. */
  async credentials(installationId?: string, withinMs?: number): Promise<PluginCredentials> {
    return eventually(
      () => (installationId === undefined ? [...this.stored.values()][0] : this.stored.get(installationId))?.latest,
      withinMs,
    );
  }

  /** Adds credentials that did not arrive with `installed`, because an admin fetched or rotated them. */
  addCredentials(credentials: PluginCredentials): void {
    const secrets = this.stored.get(credentials.installation_id)?.secrets ?? [];
    this.stored.set(credentials.installation_id, {
      latest: credentials,
      secrets: [...new Set([credentials.signing_secret, ...secrets])],
    });
  }

  /** Stops listening and closes all connections, including those with an endless response. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) =>
      this.server.close(() => {
        resolve();
      }),
    );
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse, basePath: string): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The caller closed the connection before it had sent the whole body.
    }
    const call = this.record(request, Buffer.concat(chunks), basePath);
    const plan = this.planned.get(call.path);
    const respond = (plan !== undefined && plan.length > 1 ? plan.shift() : plan?.[0]) ?? responses.status(200, {});
    await respond(response, request, call);
  }

  private record(request: IncomingMessage, body: Buffer, basePath: string): RecordedCall {
    const path = (request.url ?? '').slice(basePath.length);
    const json = parse(body);
    const installationId = String(request.headers['service-installation-id'] ?? json['installation_id'] ?? '');
    const secrets = [...(this.stored.get(installationId)?.secrets ?? [])];
    if (json['event'] === 'installed') {
      const credentials = json as unknown as PluginCredentials;
      secrets.push(credentials.signing_secret);
      this.addCredentials(credentials);
    }
    const call: RecordedCall = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      body,
      json,
      at: new Date(),
      signature: this.check(request.headers['service-signature'], body, secrets),
    };
    this.calls.push(call);
    if (call.path.startsWith('/service/')) recordExample({ method: 'POST', path: call.path, sent: json, status: 200 });
    return call;
  }

  private check(
    header: string | string[] | undefined,
    body: Buffer,
    secrets: readonly string[],
  ): RecordedCall['signature'] {
    if (typeof header !== 'string') return 'missing';
    if (secrets.length === 0) return 'unknown_secret';
    const isValid = secrets.some((secret) => {
      try {
        return this.stripe.webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE_SECONDS) === true;
      } catch {
        return false;
      }
    });
    return isValid ? 'valid' : 'invalid';
  }
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
