import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuerJwk, newCredential, newSigningKey } from '@kushk/credentials';

export type Data = Record<string, unknown>;

/** The key with which the stub instance signs lifecycle calls. */
export const instanceKey = newSigningKey();
/** The installation token that the stub instance accepts. */
export const token = newCredential('ki');

interface StubRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Data;
  readonly headers: IncomingHttpHeaders;
}
interface StubReply {
  readonly status: number;
  readonly body?: unknown;
}

/** An in-memory stub of an instance with the routes, statuses and idempotency that this plugin uses. */
export class StubInstance {
  readonly records = new Map<string, { data: Data; revision: number }>();
  readonly proposals = new Map<string, Data>();
  readonly holds = new Map<string, { count: number; state: string; settled?: number }>();
  readonly repliesByKey = new Map<string, StubReply>();
  available = 1_000;
  settings: Data = {};
  /** The cases by the words of their titles, as `list_cases` finds them. */
  cases: Readonly<Record<string, string>> = {};
  readonly sources = new Map<string, Data>();
  /** Whether a rule applies proposals of calendar events. */
  hasRule = false;
  down = false;
  /** The number of record writes that fail before one succeeds. */
  failingWrites = 0;
  private constructor(
    readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<StubInstance> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const instance = new StubInstance(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      let text = '';
      request
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
        })
        .on('end', () => {
          const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
          const reply =
            instance.repliesByKey.get(idempotencyKey ?? '') ??
            instance.reply({
              method: request.method ?? '',
              url: new URL(request.url ?? '', instance.origin),
              body: text === '' ? {} : (JSON.parse(text) as Data),
              headers: request.headers,
            });
          if (idempotencyKey !== undefined && reply.status < 300) instance.repliesByKey.set(idempotencyKey, reply);
          response.writeHead(reply.status, { 'content-type': 'application/json' });
          response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
        });
    });
    return instance;
  }

  private reply({ method, url, body, headers }: StubRequest): StubReply {
    if (url.pathname === '/.well-known/jwks.json')
      return { status: 200, body: { keys: [issuerJwk(instanceKey, [this.origin])] } };
    if (headers['authorization'] !== `Bearer ${token}`) return { status: 401, body: { code: 'auth.token_invalid' } };
    if (this.down) return { status: 500, body: {} };
    const [, resource = '', ...rest] = url.pathname
      .replace('/i/ins_1/plugin/v1', '')
      .split('/')
      .map(decodeURIComponent);
    if (resource === 'installation')
      return {
        status: 200,
        body: {
          installation_id: 'ins_1',
          status: 'installed',
          plan: 'basic',
          settings: this.settings,
          locale: { language: 'fa', timezone: 'Asia/Tehran' },
        },
      };
    if (resource === 'records') return this.record(rest, { method, url, body, headers });
    if (resource === 'proposals') return this.propose(body);
    if (resource === 'mcp') return this.listCases(body);
    if (resource === 'sources') return this.submitSource(body);
    return this.wallet(rest, body);
  }

  private record([type = '', id]: string[], { method, body, headers }: StubRequest): StubReply {
    const ifMatch = headers['if-match'];
    if (id === undefined)
      return {
        status: 200,
        body: {
          items: [...this.records].filter(([name]) => name.startsWith(`${type}/`)).map(([, record]) => record),
          next_cursor: null,
        },
      };
    const existing = this.records.get(`${type}/${id}`);
    if (method === 'GET')
      return existing === undefined
        ? { status: 404, body: { code: 'record.not_found' } }
        : { status: 200, body: existing };
    if (ifMatch !== undefined && ifMatch !== `"${existing?.revision ?? 0}"`)
      return { status: 412, body: { code: 'record.revision_conflict' } };
    if (this.failingWrites > 0) {
      this.failingWrites -= 1;
      return { status: 500, body: {} };
    }
    const record = { data: body['data'] as Data, revision: (existing?.revision ?? 0) + 1 };
    this.records.set(`${type}/${id}`, record);
    return { status: existing === undefined ? 201 : 200, body: record };
  }

  private propose(body: Data): StubReply {
    if (body['record_id'] === 'cas_gone') return { status: 404, body: { code: 'case.not_found' } };
    const id = String(body['external_id']);
    const existing = this.proposals.get(id);
    if (existing === undefined) this.proposals.set(id, body);
    const isApplied = this.hasRule && body['record_type'] === 'calendar_event';
    return {
      status: existing === undefined ? 201 : 200,
      body: {
        id: 'prp_1',
        status: isApplied ? 'applied' : 'pending',
        reason: null,
        record_id: isApplied ? 'cal_1' : (body['record_id'] ?? null),
      },
    };
  }

  private submitSource(body: Data): StubReply {
    this.sources.set(String(body['external_id']), body);
    return { status: 202, body: { id: 'src_1', status: 'pending', reason: null, record_id: null } };
  }

  /** A case matches when its title contains the query. */
  private listCases(message: Data): StubReply {
    const { arguments: given } = message['params'] as { readonly arguments: { readonly query: string } };
    const items = Object.entries(this.cases)
      .filter(([title]) => title.includes(given.query))
      .map(([title, id]) => ({ id, title }));
    return { status: 200, body: { result: { structuredContent: { items, next_cursor: null } } } };
  }

  private wallet([, id = '', action]: string[], body: Data): StubReply {
    if (action === undefined) {
      if (Number(body['count']) > this.available) return { status: 402, body: { code: 'wallet.insufficient_balance' } };
      const hold = { count: Number(body['count']), state: 'open' };
      this.holds.set(`hld_${this.holds.size}`, hold);
      return { status: 201, body: { id: `hld_${this.holds.size - 1}`, ...hold } };
    }
    const hold = this.holds.get(id);
    if (hold?.state !== 'open') return { status: 409, body: { code: `wallet.hold_${hold?.state ?? 'not_found'}` } };
    Object.assign(hold, action === 'settle' ? { state: 'settled', settled: body['count'] } : { state: 'released' });
    return { status: 200, body: { charged: action === 'settle' ? String(Number(body['count']) * 0.25) : '0' } };
  }
}
