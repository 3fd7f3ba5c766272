/**
 * A plugin for tests: a real HTTP server on a free loopback port that writes down every call, remembers the
 * credentials of `installed`, checks signatures with Stripe's library (not with ours) and answers as it is told.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { answers, type Answer } from './answers.js';
import { eventually } from './eventually.js';
import type { RecordedCall } from './recorded-call.js';

/** What `installed` brought. */
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
  private readonly known = new Map<string, { latest: PluginCredentials; secrets: string[] }>();
  private readonly planned = new Map<string, Answer[]>();
  private readonly stripe = new Stripe('sk_test_only_its_webhooks_are_used');

  private constructor(
    private readonly server: Server,
    /** Without a slash at the end, ready for a manifest. */
    readonly baseUrl: string,
  ) {}

  /** Starts one, on a free port unless told otherwise. `path` becomes part of the base address. */
  static async start(options: { port?: number; path?: string } = {}): Promise<RecordingPlugin> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    // One that a failing test did not come to stop must not keep the whole run from ending.
    server.unref();
    const { port } = server.address() as AddressInfo;
    const plugin = new RecordingPlugin(server, `http://127.0.0.1:${port}${options.path ?? ''}`);
    server.on('request', (request, response) => void plugin.take(request, response, options.path ?? ''));
    return plugin;
  }

  /** Plans the answers to the next calls of a path, one each; the last one stays. Untold, everything is answered 200. */
  answer(path: string, ...planned: readonly [Answer, ...Answer[]]): void {
    this.planned.set(path, [...planned]);
  }

  /** Plans the content that a tool gives back. */
  answerTool(name: string, content: unknown): void {
    this.answer(`/service/tools/${name}`, answers.content(content));
  }

  /** The calls to a path so far, in the order in which they came. */
  callsTo(path: string): readonly RecordedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** The pushed events so far, repeats included. */
  get events(): readonly Readonly<Record<string, unknown>>[] {
    return this.callsTo('/service/events').map((call) => call.json);
  }

  /** Waits for a call to this path that fits. */
  async call(
    path: string,
    fits: (call: RecordedCall) => boolean = () => true,
    withinMs = 10_000,
  ): Promise<RecordedCall> {
    return eventually(() => this.callsTo(path).find(fits), withinMs);
  }

  /** Waits for the credentials of an installation, or of the first one. */
  async credentials(installationId?: string, withinMs = 10_000): Promise<PluginCredentials> {
    return eventually(
      () => (installationId === undefined ? [...this.known.values()][0] : this.known.get(installationId))?.latest,
      withinMs,
    );
  }

  /** For credentials that did not come by `installed` (read by the admin, rotated). */
  learn(credentials: PluginCredentials): void {
    const secrets = this.known.get(credentials.installation_id)?.secrets ?? [];
    this.known.set(credentials.installation_id, {
      latest: credentials,
      secrets: [...new Set([credentials.signing_secret, ...secrets])],
    });
  }

  /** Stops listening and cuts what is still open (a hanging answer, for one). */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) =>
      this.server.close(() => {
        resolve();
      }),
    );
    this.server.closeAllConnections();
    await closed;
  }

  private async take(request: IncomingMessage, response: ServerResponse, basePath: string): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The caller went away in the middle of its own body.
    }
    const call = this.write(request, Buffer.concat(chunks), basePath);
    const plan = this.planned.get(call.path);
    const answer = (plan !== undefined && plan.length > 1 ? plan.shift() : plan?.[0]) ?? answers.status(200, {});
    await answer(response, request, call);
  }

  private write(request: IncomingMessage, body: Buffer, basePath: string): RecordedCall {
    const path = (request.url ?? '').slice(basePath.length);
    const json = parse(body);
    const installationId = String(request.headers['service-installation-id'] ?? json['installation_id'] ?? '');
    const secrets = [...(this.known.get(installationId)?.secrets ?? [])];
    if (json['event'] === 'installed') {
      const credentials = json as unknown as PluginCredentials;
      secrets.push(credentials.signing_secret);
      this.learn(credentials);
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
    return call;
  }

  private check(
    header: string | string[] | undefined,
    body: Buffer,
    secrets: readonly string[],
  ): RecordedCall['signature'] {
    if (typeof header !== 'string') return 'missing';
    if (secrets.length === 0) return 'unknown_secret';
    const holds = secrets.some((secret) => {
      try {
        return this.stripe.webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE_SECONDS) === true;
      } catch {
        return false;
      }
    });
    return holds ? 'valid' : 'invalid';
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
