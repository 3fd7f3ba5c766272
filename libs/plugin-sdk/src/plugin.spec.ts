import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { issuerJwk, newCredential, newSigningKey, signCall, signIssuer } from '@kushk/credentials';
import {
  createPlugin,
  fileStore,
  type Plugin,
  type PluginDefinition,
  type PluginEvent,
  type PluginLogLine,
} from './index.js';

const instanceKey = newSigningKey();
/** The key of the instance as the hub lists it. */
const listedKey = () => issuerJwk(instanceKey, [instance.origin]);
const [token, secret] = [newCredential('ki'), newCredential('ks')];
const ID = 'ir.acme.invoices';
const key = Buffer.alloc(32, 7).toString('base64url');

async function listen(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A stub instance that serves its keys and returns the received credentials from `GET /installation`. */
let instance: { server: Server; origin: string };
let hub: { server: Server; origin: string };
beforeAll(async () => {
  instance = await listen((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/jwks.json') response.end(JSON.stringify({ keys: [listedKey()] }));
    else
      response.end(
        JSON.stringify({
          authorization: request.headers.authorization,
          handle: request.headers['service-handle'] ?? null,
        }),
      );
  });
  hub = await listen((_request, response) =>
    response.end(JSON.stringify({ keys: [issuerJwk(newSigningKey(), [instance.origin]), listedKey()] })),
  );
});
afterAll(() => {
  for (const { server } of [instance, hub]) {
    server.close();
    server.closeAllConnections();
  }
});

describe('a plugin made with the SDK', () => {
  let folder: string;
  let plugin: Plugin;
  let running: { server: Server; origin: string };
  let handled: PluginEvent[];
  let seen: unknown[];
  let lines: PluginLogLine[];
  let failing: boolean;

  const definition = (): PluginDefinition => ({
    id: ID,
    store: fileStore({ folder, key }),
    trust: { hubJwksUrl: `${hub.origin}/jwks.json` },
    basePath: '/kushk',
    onInstalled: async ({ client, installation }) => {
      if (failing) throw new Error('the disk is full');
      seen.push([
        'installed',
        installation.installation_id,
        await client.call({ method: 'GET', path: '/installation' }),
      ]);
    },
    onRemoved: (installation) => {
      seen.push(['removed', installation.installation_id]);
    },
    events: {
      'plugin.proposal.settled': (event) => {
        if (failing) throw new Error('not now');
        handled.push(event);
      },
      'plugin.resumed': (_event, { version }) => void seen.push(['resumed', version]),
    },
    tools: {
      find: async (args, { person, userId }) => ({
        args,
        userId,
        as: await person.call({ method: 'GET', path: '/cases' }),
      }),
      version: (_args, { version }) => version,
      slow: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            seen.push('aborted');
            resolve(null);
          });
        }),
      write: (_args, { client }) => client.records('note').put('1', {}),
      big: () => 'x'.repeat(2 * 1024 * 1024),
      broken: () => {
        throw new Error(`secret detail ${token}`);
      },
    },
    log: (line) => lines.push(line),
  });
  const start = async (limits: PluginDefinition['limits'] = {}): Promise<void> => {
    plugin = createPlugin({ ...definition(), limits });
    running = await listen(plugin);
  };
  const stop = (): void => {
    running.server.close();
    running.server.closeAllConnections();
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-'));
    [handled, seen, lines, failing] = [[], [], [], false];
    await start();
  });
  afterEach(() => {
    stop();
    rmSync(folder, { recursive: true });
  });

  interface Call {
    readonly path?: string;
    readonly body: unknown;
    readonly secret?: string | null;
    readonly as?: string;
    readonly issuer?: string | null;
    readonly headers?: Record<string, string>;
    readonly at?: number;
  }
  const now = (): number => Math.floor(Date.now() / 1000);
  async function call({
    path = '/service/events',
    body,
    secret: by = secret,
    as = 'ins_1',
    issuer = null,
    headers = {},
    at = now(),
  }: Call): Promise<{ status: number; answer: unknown }> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const id = (body as { id?: string }).id;
    const response = await fetch(`${running.origin}/kushk${path}`, {
      method: 'POST',
      body: text,
      headers: {
        'service-installation-id': as,
        ...(by === null ? {} : { 'service-signature': signCall(by, text, at) }),
        ...(id === undefined ? {} : { 'service-event-id': id }),
        ...(issuer === null ? {} : { 'service-issuer-signature': issuer }),
        ...headers,
      },
    });
    return { status: response.status, answer: await response.json() };
  }
  const installedBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    event: 'installed',
    installation_id: 'ins_1',
    alias: 'inst_1',
    api_base: `${instance.origin}/i/ins_1/plugin/v1`,
    token,
    signing_secret: secret,
    scopes: ['records.own'],
    settings: { label: 'تومان' },
    ...changes,
  });
  const issue = (
    body: unknown,
    changes: { aud?: string; iss?: string; iat?: number; key?: typeof instanceKey } = {},
  ): string =>
    signIssuer(
      changes.key ?? instanceKey,
      { iss: changes.iss ?? instance.origin, aud: changes.aud ?? ID, iat: changes.iat ?? now() },
      JSON.stringify(body),
    );
  const lifecycle = (
    body: Record<string, unknown>,
    changes: Partial<Call> = {},
  ): Promise<{ status: number; answer: unknown }> =>
    call({ path: '/service/lifecycle', body, issuer: issue(body), ...changes });
  const install = (): Promise<{ status: number; answer: unknown }> => lifecycle(installedBody());
  const settled = (id: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    id,
    type: 'plugin.proposal.settled',
    installation_id: 'ins_1',
    sequence: 1,
    created_at: '2026-11-20T10:00:00Z',
    data: { outcome: 'applied' },
    ...changes,
  });

  describe('a lifecycle call `installed`', () => {
    it('stores the encrypted credentials before it calls onInstalled, which can use the API', async () => {
      expect(await install()).toEqual({ status: 200, answer: { status: 'stored' } });
      expect(seen).toEqual([['installed', 'ins_1', { authorization: `Bearer ${token}`, handle: null }]]);
      const bytes = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join();
      for (const open of [token, secret]) expect(bytes).not.toContain(open);
      expect(await plugin.installations()).toEqual([
        {
          installation_id: 'ins_1',
          alias: 'inst_1',
          api_base: `${instance.origin}/i/ins_1/plugin/v1`,
          scopes: ['records.own'],
          settings: { label: 'تومان' },
        },
      ]);
    });

    it('runs onInstalled once when it is repeated, even after a restart', async () => {
      await install();
      expect((await install()).answer).toEqual({ status: 'repeated' });
      stop();
      await start();
      expect((await install()).answer).toEqual({ status: 'repeated' });
      expect(seen).toHaveLength(1);
    });

    it('runs onInstalled again when it failed before', async () => {
      failing = true;
      expect(await install()).toEqual({ status: 500, answer: { code: 'plugin.failed' } });
      failing = false;
      expect((await install()).status).toBe(200);
      expect(seen).toHaveLength(1);
    });

    const other = newSigningKey();
    it.each<[string, () => [Record<string, unknown>, Partial<Call>], number]>([
      ['without an issuer', () => [installedBody(), { issuer: null }], 401],
      [
        'meant for another plugin',
        () => [installedBody(), { issuer: issue(installedBody(), { aud: 'ir.other.plugin' }) }],
        401,
      ],
      [
        'by a key that the hub does not certify',
        () => [installedBody(), { issuer: issue(installedBody(), { key: other }) }],
        401,
      ],
      [
        'by a false key under a certified kid',
        () => [installedBody(), { issuer: issue(installedBody(), { key: { ...other, kid: instanceKey['kid'] } }) }],
        401,
      ],
      ['too old', () => [installedBody(), { issuer: issue(installedBody(), { iat: now() - 301 }) }], 401],
      [
        'with the api_base of another origin',
        () => [installedBody({ api_base: 'https://evil.example/i/ins_1/plugin/v1' }), {}],
        401,
      ],
      ['over http', () => [installedBody({ api_base: 'http://instance.example/i/ins_1/plugin/v1' }), {}], 400],
      [
        'with the address of another installation',
        () => [installedBody({ api_base: `${instance.origin}/i/ins_2/plugin/v1` }), {}],
        400,
      ],
      ['with a malformed token', () => [installedBody({ token: `${token.slice(0, -1)}?` }), {}], 400],
      ['signed with another secret than it brings', () => [installedBody(), { secret: newCredential('ks') }], 401],
      ['without a signature', () => [installedBody(), { secret: null }], 401],
      ['for another installation than the header says', () => [installedBody(), { as: 'ins_2' }], 400],
      ['for an installation that is a path', () => [installedBody(), { as: '../x' }], 401],
    ])('is rejected: %s', async (_title, make, status) => {
      const [body, changes] = make();
      expect((await lifecycle(body, changes)).status).toBe(status);
      expect([seen, readdirSync(folder)]).toEqual([[], []]);
    });

    it('must be signed with the previous secret when it delivers a new one; both stay accepted', async () => {
      await install();
      const fresh = newCredential('ks');
      const body = installedBody({ signing_secret: fresh });
      expect((await lifecycle(body, { secret: fresh })).status).toBe(401);
      expect((await lifecycle(body)).answer).toEqual({ status: 'stored' });
      expect((await lifecycle(body)).answer).toEqual({ status: 'repeated' });
      for (const by of [fresh, secret])
        expect((await call({ body: settled(`evt_${by.slice(-4)}`), secret: by })).status).toBe(200);
    });
  });

  describe('a removed call', () => {
    const body = { event: 'removed' };

    it('deletes the credentials; later calls and a late installed call are rejected', async () => {
      await install();
      expect((await lifecycle(body)).answer).toEqual({ status: 'forgotten' });
      expect(await plugin.installations()).toEqual([]);
      expect((await call({ body: settled('evt_1') })).status).toBe(401);
      expect((await install()).status).toBe(410);
      expect((await lifecycle(body)).answer).toEqual({ status: 'repeated' });
      expect(seen.slice(1)).toEqual([['removed', 'ins_1']]);
    });

    it('is rejected without a signature, with one by another secret, or without an issuer signature', async () => {
      await install();
      expect((await lifecycle(body, { secret: null })).status).toBe(401);
      expect((await lifecycle(body, { secret: newCredential('ks') })).status).toBe(401);
      expect((await lifecycle(body, { issuer: null })).status).toBe(401);
      expect(await plugin.installations()).toHaveLength(1);
    });

    it('succeeds for an unknown installation only with a trusted issuer signature', async () => {
      expect((await lifecycle(body)).answer).toEqual({ status: 'repeated' });
      expect((await lifecycle(body, { issuer: null })).status).toBe(401);
      expect((await install()).status).toBe(200);
    });
  });

  describe('an event delivery', () => {
    beforeEach(install);

    it('is handled once when it is repeated, even after a restart', async () => {
      expect((await call({ body: settled('evt_1') })).answer).toEqual({ status: 'handled' });
      expect((await call({ body: settled('evt_1') })).answer).toEqual({ status: 'repeated' });
      stop();
      await start();
      await Promise.all(['evt_1', 'evt_2', 'evt_2', 'evt_2'].map((id) => call({ body: settled(id) })));
      expect(handled.map((event) => event.id)).toEqual(['evt_1', 'evt_2']);
    });

    it('is handled again when its handler failed before', async () => {
      failing = true;
      expect((await call({ body: settled('evt_1') })).status).toBe(500);
      failing = false;
      expect((await call({ body: settled('evt_1') })).answer).toEqual({ status: 'handled' });
    });

    it('is accepted even if its type has no handler', async () => {
      expect((await call({ body: settled('evt_1', { type: 'plugin.ping' }) })).answer).toEqual({ status: 'ignored' });
      expect((await call({ body: settled('evt_2', { type: 'constructor' }) })).answer).toEqual({ status: 'ignored' });
    });

    it.each<[string, () => Partial<Call>, number]>([
      ['unsigned', () => ({ secret: null }), 401],
      ['signed by another secret', () => ({ secret: newCredential('ks') }), 401],
      ['older than five minutes', () => ({ at: now() - 302 }), 401],
      ['from the future', () => ({ at: now() + 302 }), 401],
      ['of an installation that is not known', () => ({ as: 'ins_9' }), 401],
      [
        'of another installation under its own signature',
        () => ({ body: settled('evt_1', { installation_id: 'ins_2' }) }),
        400,
      ],
      ['whose header id is not the id of the body', () => ({ headers: { 'service-event-id': 'evt_2' } }), 400],
      ['without an id', () => ({ body: settled('', {}) }), 400],
      ['that is no object', () => ({ body: '[1]' }), 400],
      ['that is no JSON', () => ({ body: '{"id":' }), 400],
      [
        'that is really the body of a tool call',
        () => ({ body: { installation_id: 'ins_1', user_id: 'per_1', arguments: {}, handle: 'kh_' } }),
        400,
      ],
      ['of two megabytes', () => ({ body: settled('evt_1', { data: { x: 'x'.repeat(2 * 1024 * 1024) } }) }), 413],
    ])('is rejected: %s', async (_title, make, status) => {
      expect((await call({ body: settled('evt_1'), ...make() })).status).toBe(status);
      expect(handled).toEqual([]);
    });

    it('is accepted when only the second of two signatures is valid', async () => {
      const text = JSON.stringify(settled('evt_1'));
      const headers = { 'service-signature': signCall([newCredential('ks'), secret], text, now()) };
      expect((await call({ body: settled('evt_1'), headers })).status).toBe(200);
    });
  });

  describe('a tool call', () => {
    beforeEach(install);
    const body = { installation_id: 'ins_1', user_id: 'per_1', arguments: { number: 'F-1' }, handle: 'kh_x' };

    it('returns the content; its handler reads data on behalf of the person', async () => {
      expect(await call({ path: '/service/tools/find', body })).toEqual({
        status: 200,
        answer: {
          content: {
            args: { number: 'F-1' },
            userId: 'per_1',
            as: { authorization: `Bearer ${token}`, handle: 'kh_x' },
          },
        },
      });
    });

    it.each(['1.4.0', null])('names the version that the installation runs: %j', async (version) => {
      const headers: Record<string, string> = version === null ? {} : { 'service-plugin-version': version };
      expect((await call({ path: '/service/tools/version', body, headers })).answer).toEqual({ content: version });
      await call({ body: settled('evt_9', { type: 'plugin.resumed' }), headers });
      expect(seen).toContainEqual(['resumed', version]);
    });

    it('is aborted before the service times out', async () => {
      stop();
      await start({ toolTimeoutMs: 200 });
      const reply = await call({ path: '/service/tools/slow', body });
      expect(reply).toEqual({ status: 504, answer: { code: 'tool.timeout' } });
      expect(seen).toContain('aborted');
    });

    it.each([
      ['broken', 'plugin.failed', 'secret detail'],
      ['write', 'auth.handle_read_only', 'a tool changes nothing'],
    ])('fails for the tool %s with %s, and logs why and where', async (tool, code, error) => {
      expect(await call({ path: `/service/tools/${tool}`, body })).toEqual({ status: 500, answer: { code } });
      const [text, stack] = [error, 'plugin.spec.ts:'].map((part) => expect.stringContaining(part));
      expect(lines.at(-1)).toMatchObject({ status: 500, call: 'failed', error: text, stack });
    });

    it.each([
      ['big', body, 500],
      ['none', body, 404],
      ['constructor', body, 404],
      ['Find', body, 404],
      ['find', { ...body, arguments: [] }, 400],
      ['find', { ...body, installation_id: 'ins_2' }, 400],
      ['find', { id: 'evt_1' }, 400],
    ] as const)('is rejected for the tool %s with the body %j', async (tool, sent, status) => {
      expect((await call({ path: `/service/tools/${tool}`, body: sent })).status).toBe(status);
    });
  });

  describe('a plugin as an HTTP server', () => {
    it('serves exactly three routes, each with one method', async () => {
      expect((await fetch(`${running.origin}/kushk/service/events`)).status).toBe(405);
      expect((await fetch(`${running.origin}/kushk/other`, { method: 'POST' })).status).toBe(404);
      expect((await fetch(`${running.origin}/service/events`, { method: 'POST', body: '{}' })).status).toBe(404);
    });

    it('disconnects a caller that sends its body too slowly', async () => {
      stop();
      await start({ bodyTimeoutMs: 300 });
      const { port } = running.server.address() as AddressInfo;
      const closed = new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write('POST /kushk/service/events HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{'),
        );
        socket
          .resume()
          .on('close', () => void resolve())
          .on('error', () => undefined);
      });
      await closed;
      expect(lines.at(-1)).toMatchObject({ status: 408 });
    });

    it('logs one line per call, without secrets', async () => {
      await install();
      await call({ body: settled('evt_1') });
      expect(lines.map(({ call: what, outcome }) => [what, outcome])).toEqual([
        ['installed', 'stored'],
        ['event', 'handled'],
      ]);
      expect(JSON.stringify(lines)).not.toMatch(/k[is]_[0-9A-Za-z]{30}/);
    });
  });

  describe('the trust setting of a plugin', () => {
    const installUnder = async (trust: PluginDefinition['trust']): Promise<number> => {
      stop();
      plugin = createPlugin({ ...definition(), trust });
      running = await listen(plugin);
      return (await install()).status;
    };

    it('must not be empty', () => {
      expect(() => createPlugin({ ...definition(), trust: {} })).toThrow('trust must contain');
    });
    it('accepts instances that a pinned hub key certifies', async () => {
      expect(await installUnder({ hubKeys: { keys: [listedKey()] } })).toBe(200);
    });
    it('accepts an instance whose key is pinned', async () => {
      expect(await installUnder({ instanceKeys: { keys: [listedKey()] } })).toBe(200);
    });
    it('accepts an instance whose origin is listed', async () => {
      expect(await installUnder({ serviceOrigins: [instance.origin] })).toBe(200);
    });
    it('does not accept an instance whose origin is not listed', async () => {
      expect(await installUnder({ serviceOrigins: ['https://assistant.example'] })).toBe(401);
    });
    it('accepts no instance while the hub is unreachable', async () => {
      expect(await installUnder({ hubJwksUrl: 'http://127.0.0.1:1/jwks.json' })).toBe(401);
    });
    // 0.0.0.0 reaches this machine but is not a loopback address, so http is not allowed for it.
    it('does not accept keys from a hub over http', async () => {
      expect(await installUnder({ hubJwksUrl: `${hub.origin.replace('127.0.0.1', '0.0.0.0')}/jwks.json` })).toBe(401);
    });
  });
});

describe('fileStore', () => {
  it('rejects a key of the wrong length, and a file that was encrypted with another key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    try {
      expect(() => fileStore({ folder, key: 'short' })).toThrow(RangeError);
      const stored = {
        installation_id: 'ins_1',
        api_base: 'https://x/i/ins_1/plugin/v1',
        token,
        signing_secrets: [{ secret, accepted_until: null }],
        scopes: [],
        settings: {},
        alias: 'inst_1',
        issued_at: 1,
        stored_at: '2026-11-20T10:00:00Z',
        setup_done: true,
      };
      await fileStore({ folder, key }).save(stored);
      const next = Buffer.alloc(32, 8).toString('base64url');
      await expect(fileStore({ folder, key: next }).find('ins_1')).rejects.toThrow('unknown key');
      expect(await fileStore({ folder, key: next, previousKeys: [key] }).find('ins_1')).toEqual(stored);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps handled events and the cursor after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'));
    try {
      const store = fileStore({ folder, key });
      await store.markHandled('ins_1', 'evt_1');
      await store.saveCursor('ins_1', 'c1');
      const again = fileStore({ folder, key });
      expect([
        await again.wasHandled('ins_1', 'evt_1'),
        await again.wasHandled('ins_1', 'evt_2'),
        await again.wasHandled('ins_2', 'evt_1'),
        await again.cursor('ins_1'),
      ]).toEqual([true, false, false, 'c1']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
