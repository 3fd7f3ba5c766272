/** The plugin behaves alike in every server that authors use. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { issuerJwk, newCredential, newSigningKey, signCall, signIssuer } from '@kushk/credentials';
import express from 'express';
import { fastify } from 'fastify';
import { createPlugin, embeddedPage, fileStore, type Plugin, type PluginLogLine } from './index.js';

const ID = 'ir.acme.invoices';
const INSTALLATION = 'ins_1';
const ORIGIN = 'https://kushk.example';
const issuer = newSigningKey();
const secret = newCredential('ks');
const installed = {
  event: 'installed',
  installation_id: INSTALLATION,
  alias: 'inst_1',
  api_base: `${ORIGIN}/i/${INSTALLATION}/plugin/v1`,
  token: newCredential('ki'),
  signing_secret: secret,
  scopes: [],
  settings: {},
};
const call = { installation_id: INSTALLATION, user_id: 'u1', arguments: { number: '۱۲' }, handle: 'kh_x' };

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

function requestFor(path: string, value: object, secondsAgo = 0): RequestInit & { readonly path: string } {
  const body = JSON.stringify(value);
  const at = nowSeconds() - secondsAgo;
  return {
    path,
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'service-installation-id': INSTALLATION,
      'service-signature': signCall(secret, body, at),
      'service-issuer-signature': signIssuer(issuer, { iss: ORIGIN, aud: ID, iat: at }, body),
    },
  };
}

type Send = (request: RequestInit & { readonly path: string }) => Promise<{ status: number; body: unknown }>;

async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() };
}

describe('a plugin in a server', () => {
  let folder: string;
  let plugin: Plugin;
  let lines: PluginLogLine[];
  let closing: (() => Promise<unknown>)[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-servers-'));
    lines = [];
    closing = [];
    plugin = createPlugin({
      id: ID,
      trust: { instanceKeys: { keys: [issuerJwk(issuer, [ORIGIN])] } },
      store: fileStore({ folder, key: Buffer.alloc(32, 7).toString('base64url') }),
      tools: { find_invoice: ({ number }) => `invoice ${String(number)}` },
      log: (line) => lines.push(line),
    });
  });
  afterEach(async () => {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function over(listener: RequestListener): Promise<Send> {
    const server: Server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    return async ({ path, ...init }) =>
      answerOf(await fetch(`http://127.0.0.1:${port}${path}`, { ...init, keepalive: false }));
  }

  const servers: Readonly<Record<string, () => Promise<Send>>> = {
    'node:http': () => over(plugin),
    Express: () => {
      const app = express();
      app.use((request, response, next) => (plugin.serves(request) ? plugin(request, response) : next()));
      app.use(express.json());
      return over(app as RequestListener);
    },
    Fastify: async () => {
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done(null));
      app.all('/service/*', (request, reply) => {
        reply.hijack();
        plugin(request.raw, reply.raw);
      });
      closing.push(() => app.close());
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      return async ({ path, ...init }) => answerOf(await fetch(`${address}${path}`, init));
    },
    'a Web-standard handler': () =>
      Promise.resolve(async ({ path, ...init }) =>
        answerOf(await plugin.fetch(new Request(`https://plugin.example${path}`, init))),
      ),
  };

  it.each(Object.keys(servers))('stores credentials, answers tools and rejects old calls in %s', async (name) => {
    const send = await servers[name]!();
    expect(await send(requestFor('/service/lifecycle', installed))).toEqual({
      status: 200,
      body: { status: 'stored' },
    });
    expect(await send(requestFor('/service/tools/find_invoice', call))).toEqual({
      status: 200,
      body: { content: 'invoice ۱۲' },
    });
    expect(await send(requestFor('/service/tools/find_invoice', call, 301))).toEqual({
      status: 401,
      body: { code: 'signature.invalid' },
    });
    expect(lines.at(-1)?.error).toContain('clock');
  });

  it('names the cause when a middleware has read the body', async () => {
    const app = express();
    app.use(express.json());
    app.use((request, response) => plugin(request, response));
    const send = await over(app as RequestListener);
    const answer = await send(requestFor('/service/lifecycle', installed));
    expect(answer).toEqual({ status: 500, body: { code: 'plugin.body_consumed' } });
    expect(lines.at(-1)?.error).toContain('before every middleware');
  });

  it('tells the author why a call is refused, and the caller only that it is', async () => {
    const send = await servers['a Web-standard handler']!();
    await send(requestFor('/service/lifecycle', installed));
    const signed = requestFor('/service/tools/find_invoice', call);
    const unsigned = { path: signed.path, method: 'POST', body: signed.body as string };
    const other = {
      'service-installation-id': INSTALLATION,
      'service-signature': signCall(newCredential('ks'), 'x', 1),
    };
    const cases = [
      [unsigned, '@kushk/cli dev tool'],
      [{ ...signed, headers: { ...signed.headers, ...other } }, 'store reconnect'],
      [{ ...signed, body: JSON.stringify(call, null, 2) }, 'middleware changed'],
    ] as const;
    for (const [request, hint] of cases) {
      expect(await send(request)).toEqual({ status: 401, body: { code: 'signature.invalid' } });
      expect(lines.at(-1)?.error).toContain(hint);
    }
    const elsewhere = createPlugin({
      id: 'ir.acme.other',
      trust: { instanceKeys: { keys: [issuerJwk(issuer, [ORIGIN])] } },
      store: fileStore({ folder, key: Buffer.alloc(32, 7).toString('base64url') }),
      log: (line) => lines.push(line),
    });
    const { path, ...init } = requestFor('/service/lifecycle', installed);
    expect((await elsewhere.fetch(new Request(`https://p.example${path}`, init))).status).toBe(401);
    expect(lines.at(-1)?.error).toContain('id of the manifest');
  });

  it('stops reading a body that exceeds the limit, also without Content-Length', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    });
    const request = new Request('https://plugin.example/service/events', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    expect((await plugin.fetch(request)).status).toBe(413);
  });

  it('renders a page for a Web-standard request with the policy of its service', async () => {
    await servers['a Web-standard handler']!().then((send) => send(requestFor('/service/lifecycle', installed)));
    const page = { title: 'فاکتورها' };
    const response = await embeddedPage(
      plugin,
      new Request(`https://p.example/app?installation_id=${INSTALLATION}`),
      page,
    );
    expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${ORIGIN}`);
    expect(await response.text()).toContain(`${ORIGIN}/sdk/bridge.js`);
    const unknown = await embeddedPage(plugin, new Request('https://p.example/app?installation_id=ins_2'), page);
    expect(unknown.status).toBe(404);
  });
});
