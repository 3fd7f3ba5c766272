/** A small instance for the tests: it signs calls as the platform does, and answers the API from memory. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ID } from '../src/plugin.js';

// The SDK checks the checksum at the end of both.
const SECRET = 'ks_ofsGx1zBlwjG7aTbGeCUHplrU58BE338JxDi';
const TOKEN = 'ki_tRBiiWM3oCixqo2iMpZstw4kvXAzri3dh90j';
type Data = Record<string, unknown>;
const base64url = (text: string) => Buffer.from(text).toString('base64url');

export class TestInstance {
  /** By type and id: `reminder/welcome`. */
  readonly records = new Map<string, { data: Data; revision: number }>();
  readonly requests: string[] = [];
  /** The bodies of the proposals. */
  readonly proposals: Data[] = [];
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  /** The body of `installed`. */
  installed(): object {
    const api_base = `${this.origin}/i/ins_1/plugin/v1`;
    return {
      event: 'installed',
      installation_id: 'ins_1',
      alias: 'inst_1',
      api_base,
      token: TOKEN,
      signing_secret: SECRET,
      scopes: [],
      settings: {},
    };
  }

  /** Sends a signed call. `headers` may replace a header, for example to forge the signature. */
  async call(url: string, body: object, headers: Record<string, string> = {}): Promise<{ status: number; json: Data }> {
    const text = JSON.stringify(body);
    const time = Math.floor(Date.now() / 1000);
    const claims = { alg: 'EdDSA', kid: 'test', iss: this.origin, aud: ID, iat: time };
    const head = base64url(JSON.stringify(claims));
    const issuer = sign(null, Buffer.from(`${head}.${base64url(text)}`), this.keys.privateKey).toString('base64url');
    const response = await fetch(url, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'service-installation-id': 'ins_1',
        'service-signature': `t=${time},v1=${createHmac('sha256', SECRET).update(`${time}.${text}`).digest('hex')}`,
        'service-issuer-signature': `${head}..${issuer}`,
        ...headers,
      },
    });
    return { status: response.status, json: (await response.json()) as Data };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url.replace('/i/ins_1/plugin/v1', '')}`);
    const [status, body] = this.reply(method, url, text === '' ? {} : (JSON.parse(text) as Data));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private reply(method: string, url: string, body: Data): [number, object] {
    if (url.endsWith('/jwks.json'))
      return [
        200,
        { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'test', service_origins: [this.origin] }] },
      ];
    const [, key, type, id] = /\/records\/(([^/?]+)(?:\/([^/?]+))?)/.exec(url) ?? [];
    if (key !== undefined && id === undefined) {
      const ofType = [...this.records].filter(([name]) => name.startsWith(`${type}/`));
      return [200, { items: ofType.map(([, record]) => record), next_cursor: null }];
    }
    if (key !== undefined) {
      const record = this.records.get(key);
      if (method !== 'PUT') return record === undefined ? [404, { code: 'record.not_found' }] : [200, record];
      const stored = { data: body['data'] as Data, revision: (record?.revision ?? 0) + 1 };
      this.records.set(key, stored);
      return [200, stored];
    }
    if (url.endsWith('/installation')) return [200, { settings: { hour: 9 }, locale: { timezone: 'Asia/Kolkata' } }];
    if (url.endsWith('/wallet/holds')) return [201, { id: 'hld_1', status: 'open' }];
    if (url.endsWith('/proposals')) this.proposals.push(body);
    return [201, { id: 'prp_1', status: 'pending' }];
  }
}
