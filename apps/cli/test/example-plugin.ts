/**
 * A plugin without the SDK that fulfils the contract, and that can have one defect. `kushk plugin test` must find
 * exactly this defect.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyIssuer, type Jwks } from '@kushk/credentials';

export const DEFECTS = {
  'accepts events without a signature': 'event-unsigned',
  'does not compare signatures': 'event-forged',
  'does not check the age of a signature': 'event-stale',
  'accepts signatures from the future': 'event-future',
  'verifies the parsed body': 'event-raw-body',
  'compares only the first signature': 'event-two-signatures',
  'accepts the secret of any installation': 'event-wrong-installation',
  'rejects unknown event types': 'event-unknown-type',
  'fails at a type of event that it asks for': 'event-types',
  'handles repeated events again': 'event-repeated',
  'handles concurrent copies of an event': 'event-concurrent',
  'recognises repetitions by the header': 'event-id-changed',
  'rejects older events': 'event-reordered',
  'trusts every issuer': 'installed-forged',
  'accepts calls for other plugins': 'installed-other-plugin',
  'rejects a repeated installed': 'installed-repeated',
  'forgets everything at a restart': 'restart',
  'drops the old secret at a rotation': 'rotation',
  'accepts removed from anybody': 'removed-forged',
  'goes on after removed': 'removed',
  'answers tools without content': 'tool',
  'writes in a tool': 'tool-read-only',
  'charges in a tool': 'tool-read-only',
  'does not verify tool calls': 'tool-forged',
  'waits for the API without a deadline': 'tool-slow',
  'breaks the connection when the API fails': 'tool-broken',
  'lets every page be embedded': 'page-frame-ancestors',
} as const;
export type Defect = keyof typeof DEFECTS;

export const EXAMPLE_MANIFEST = `schema: '1'
id: ir.example.plugin
version: 1.0.0
publisher: example
kind: external
plugin_api: '1.0'
names: { en: Example }
base_url: http://localhost:8090
scopes: { records.own: Stores notes, wallet.consume: Sells events }
records: [{ type: note, names: { en: Note }, schema: { type: object } }]
services: [{ key: event, names: { en: Event }, unit: event }]
plans: [{ key: basic, names: { en: Basic }, rates: { event: '0.5' } }]
tools:
  - name: find_note
    description: Finds a note.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
events: [plugin.plan.changed, plugin.settings.changed]
ui: { app: { path: /app, names: { en: Example } } }
`;

interface Known {
  secrets: readonly string[];
  token: string;
  readonly apiBase: string;
  sequence: number;
}
interface Call {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly installationId: string;
}
interface ApiAnswer {
  readonly status: number;
  readonly content: unknown;
}
const PLUGIN_ID = 'ir.example.plugin';
const TOLERANCE_SECONDS = 300;
/** The deadline of the plugin for its own requests to the API. */
const API_TIMEOUT_MS = 50;
/** The deadline where a defect shows only when the API answers in time, also on a slow machine. */
const CERTAIN_TIMEOUT_MS = 3_000;

export class ExamplePlugin {
  private known = new Map<string, Known>();
  private handled = new Set<string>();

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
    private readonly options: { readonly defect: Defect | null; readonly hub: () => string },
  ) {}

  static async start(options: { readonly defect: Defect | null; readonly hub: () => string }): Promise<ExamplePlugin> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const plugin = new ExamplePlugin(server, baseUrl, options);
    server.on('request', (request, response) => void plugin.respond(request, response));
    return plugin;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** What a restart does to a plugin that keeps its state in a file, or in memory. */
  restart(): Promise<void> {
    if (this.has('forgets everything at a restart')) {
      this.known = new Map();
      this.handled = new Set();
    }
    return Promise.resolve();
  }

  private has(defect: Defect): boolean {
    return this.options.defect === defect;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const url = new URL(request.url ?? '/', this.baseUrl);
    if (request.method === 'GET') return this.page(url, response);
    const call: Call = {
      headers: request.headers,
      text,
      json: JSON.parse(text) as Call['json'],
      installationId: String(request.headers['service-installation-id']),
    };
    const { status, body = {} } = await this.answerTo(url.pathname, call);
    if (status === 0) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async answerTo(path: string, call: Call): Promise<{ readonly status: number; readonly body?: unknown }> {
    if (path === '/service/lifecycle') return { status: await this.lifecycle(call) };
    if (path === '/service/events') return { status: await this.event(call) };
    return this.tool(call);
  }

  private page(url: URL, response: ServerResponse): void {
    const found = this.known.get(url.searchParams.get('installation_id') ?? '');
    const origin = found === undefined ? "'none'" : new URL(found.apiBase).origin;
    const policy = this.has('lets every page be embedded') ? '*' : origin;
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `frame-ancestors ${policy}` })
      .end('<!doctype html>');
  }

  private async lifecycle(call: Call): Promise<number> {
    const { json, installationId } = call;
    const known = this.known.get(installationId);
    const isTrusted = await this.isTrusted(call);
    if (json['event'] === 'removed') {
      const isVerified = isTrusted && (known === undefined || this.isSigned(call, known.secrets));
      if (!isVerified && !this.has('accepts removed from anybody')) return 401;
      if (!this.has('goes on after removed')) this.known.delete(installationId);
      return 200;
    }
    const secret = String(json['signing_secret']);
    if (!isTrusted && !this.has('trusts every issuer')) return 401;
    if (!this.isSigned(call, known?.secrets ?? [secret])) return 401;
    if (known?.secrets[0] === secret && this.has('rejects a repeated installed')) return 409;
    const previous = this.has('drops the old secret at a rotation') ? [] : (known?.secrets ?? []);
    this.known.set(installationId, {
      secrets: [...new Set([secret, ...previous])],
      token: String(json['token']),
      apiBase: String(json['api_base']),
      sequence: known?.sequence ?? 0,
    });
    return 200;
  }

  private async isTrusted({ headers, text }: Call): Promise<boolean> {
    const keys = (await (await fetch(`${this.options.hub()}/.well-known/jwks.json`)).json()) as Jwks;
    const signature = headers['service-issuer-signature'];
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const audiences = this.has('accepts calls for other plugins') ? [PLUGIN_ID, 'ir.example.other'] : [PLUGIN_ID];
    return audiences.some((aud) => verifyIssuer(keys, { signature, body: text }, { aud, nowSeconds }) !== null);
  }

  private async event(call: Call): Promise<number> {
    const { headers, json, installationId } = call;
    const known = this.known.get(installationId);
    const isUnsigned = headers['service-signature'] === undefined;
    const secrets = this.has('accepts the secret of any installation')
      ? [...this.known.values()].flatMap((one) => one.secrets)
      : (known?.secrets ?? []);
    const isVerified =
      (isUnsigned && this.has('accepts events without a signature')) ||
      this.has('does not compare signatures') ||
      this.isSigned(call, secrets);
    if (!isVerified || known === undefined) return 401;
    if (json['installation_id'] !== installationId) return 400;
    if (json['type'] === 'plugin.test.unknown') return this.has('rejects unknown event types') ? 400 : 200;
    if (json['type'] === 'plugin.settings.changed' && this.has('fails at a type of event that it asks for')) return 500;
    const id = String(this.has('recognises repetitions by the header') ? headers['service-event-id'] : json['id']);
    if (this.handled.has(id) && !this.has('handles repeated events again')) return 200;
    const sequence = Number(json['sequence']);
    if (sequence < known.sequence && this.has('rejects older events')) return 409;
    known.sequence = Math.max(known.sequence, sequence);
    const isLate = this.has('handles concurrent copies of an event');
    if (!isLate) this.handled.add(id);
    await this.write(known, String((json['data'] as { external_id?: unknown }).external_id));
    this.handled.add(id);
    return 200;
  }

  private async tool(call: Call): Promise<{ readonly status: number; readonly body?: unknown }> {
    const known = this.known.get(call.installationId);
    const isVerified = this.has('does not verify tool calls') || this.isSigned(call, known?.secrets ?? []);
    if (!isVerified || known === undefined) return { status: 401 };
    const handle = String(call.json['handle']);
    const read = await this.readAndWrite(known, handle);
    if (this.has('charges in a tool')) await this.write(known, 'tool').catch(() => undefined);
    if (read?.status === 503 && this.has('breaks the connection when the API fails')) return { status: 0 };
    const content = read?.content ?? null;
    return { status: 200, body: this.has('answers tools without content') ? { result: content } : { content } };
  }

  /** Resolves with null when the API does not answer in time. The deadline also holds for the body of the answer. */
  private async readAndWrite({ apiBase, token }: Known, handle: string): Promise<ApiAnswer | null> {
    const headers = { authorization: `Bearer ${token}`, 'service-handle': handle };
    const send = async (path: string, timeoutMs: number, init: RequestInit = {}): Promise<ApiAnswer | null> => {
      const limit = this.has('waits for the API without a deadline') ? {} : { signal: AbortSignal.timeout(timeoutMs) };
      try {
        const response = await fetch(`${apiBase}${path}`, { headers, ...init, ...limit });
        return { status: response.status, content: response.ok ? await response.json() : null };
      } catch {
        return null;
      }
    };
    const isCertain = this.has('breaks the connection when the API fails');
    const [answer] = await Promise.all([
      send('/records/note', isCertain ? CERTAIN_TIMEOUT_MS : API_TIMEOUT_MS),
      this.has('writes in a tool')
        ? send('/records/note/searched', CERTAIN_TIMEOUT_MS, { method: 'PUT', body: '{"data":{}}' })
        : null,
    ]);
    return answer;
  }

  /** The effect of an event: a charge for it, with the token of the installation. */
  private async write({ apiBase, token }: Known, reference: string): Promise<void> {
    await fetch(`${apiBase}/wallet/consume`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ service: 'event', count: 1, reference }),
      signal: AbortSignal.timeout(CERTAIN_TIMEOUT_MS),
    });
  }

  private isSigned({ headers, text, json }: Call, secrets: readonly string[]): boolean {
    const parts = String(headers['service-signature']).split(',');
    const seconds = Number(parts.find((part) => part.startsWith('t='))?.slice(2));
    const values = parts.filter((part) => part.startsWith('v1=')).map((part) => Buffer.from(part.slice(3), 'hex'));
    const compared = this.has('compares only the first signature') ? values.slice(0, 1) : values;
    const body = this.has('verifies the parsed body') ? JSON.stringify(json) : text;
    const matches = secrets.some((secret) => {
      const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
      return compared.some((value) => value.length === expected.length && timingSafeEqual(value, expected));
    });
    const ageSeconds = Date.now() / 1_000 - seconds;
    const isFuture = ageSeconds < -TOLERANCE_SECONDS && !this.has('accepts signatures from the future');
    const isOutside = ageSeconds > TOLERANCE_SECONDS || isFuture;
    return matches && (this.has('does not check the age of a signature') || !isOutside);
  }
}
