import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPlugin, fileStore, KushkClient, KushkError, KushkUnreachable, type PluginEvent } from './index.js';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown } | 'reset';

describe('PluginClient', () => {
  let server: Server;
  let seen: Seen[];
  let replies: Reply[];
  let onRequest: (url: string) => Reply | undefined;
  let client: KushkClient;
  let apiBase: string;

  beforeEach(async () => {
    [seen, replies, onRequest] = [[], [], () => undefined];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        seen.push({
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: text === '' ? undefined : JSON.parse(text),
        });
        const reply = onRequest(request.url ?? '') ?? replies.shift() ?? {};
        if (reply === 'reset') return void request.socket.resetAndDestroy();
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
        response.end(
          reply.body === undefined
            ? reply.status === 204
              ? undefined
              : '{}'
            : typeof reply.body === 'string'
              ? reply.body
              : JSON.stringify(reply.body),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/i/ins_1/plugin/v1`;
    client = new KushkClient({ apiBase, token: 'ki_test' });
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const problem = (status: number, code: string, params = {}): Reply => ({
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { title: 'No', detail: 'It does not suffice', code, params, request_id: 'req_1' },
  });

  it('sends the token with every request, and the handle when it acts for a person', async () => {
    await client.onBehalfOf('kh_x').installation();
    await client.people({ limit: 10 });
    interface Invoice {
      readonly total: string;
    }
    await client.records<Invoice>('invoice').put('F/۱ ?#', { total: '1' }, { ifMatch: 3 });
    await client.records('invoice').delete('F-1');
    await client.propose({
      external_id: 'p',
      record_type: 'case',
      action: 'update',
      record_id: 'cas_1',
      changes: { amount: '5' },
      summary: 's',
    });
    await client.proposals({ status: 'pending' });
    await client.wallet.hold({ service: 'ocr.page', count: 2 }, { idempotencyKey: 'own-key' });
    await client.wallet.settle('hld_1', 1);
    await client.wallet.release('hld_1');
    await client.wallet.consume({ service: 'ocr.page', count: 1 });
    await client.pollEvents({ after: 'c', types: ['a', 'b'], waitSeconds: 1 });
    await client.submitSource({
      external_id: 's',
      kind: 'document',
      title: 't',
      content_type: 'application/pdf',
      content: Buffer.from('%PDF'),
      occurred_at: '2026-11-01T10:00:00Z',
    });
    await client.sources({ status: 'pending', limit: 5 });
    await client.source('src_1');
    expect(seen.map(({ method, url }) => `${method} ${url.replace('/i/ins_1/plugin/v1', '')}`)).toEqual([
      'GET /installation',
      'GET /people?limit=10',
      `PUT /records/invoice/${encodeURIComponent('F/۱ ?#')}`,
      'DELETE /records/invoice/F-1',
      'POST /proposals',
      'GET /proposals?status=pending',
      'POST /wallet/holds',
      'POST /wallet/holds/hld_1/settle',
      'POST /wallet/holds/hld_1/release',
      'POST /wallet/consume',
      'GET /events?after=c&types=a%2Cb&wait=1',
      'POST /sources',
      'GET /sources?status=pending&limit=5',
      'GET /sources/src_1',
    ]);
    expect(seen.every(({ headers }) => headers.authorization === 'Bearer ki_test')).toBe(true);
    expect(seen.map(({ headers }) => headers['service-handle'])).toEqual([
      'kh_x',
      ...Array<undefined>(13).fill(undefined),
    ]);
    expect(
      seen.map(({ method, headers }) => (headers['idempotency-key'] !== undefined) === (method !== 'GET')),
    ).not.toContain(false);
    expect([seen[2]?.headers['if-match'], seen[2]?.body, seen[6]?.headers['idempotency-key'], seen[7]?.body]).toEqual([
      '"3"',
      { data: { total: '1' } },
      'own-key',
      { count: 1 },
    ]);
    expect(() => client.records('invoice').get('..')).toThrow(RangeError);
  });

  it('rejects with the error code and parameters, and does not retry a permanent error', async () => {
    replies = [problem(402, 'wallet.insufficient_balance', { required: '2', available: '1' })];
    const error = await client.wallet.consume({ service: 'x', count: 1 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 402,
      code: 'wallet.insufficient_balance',
      params: { required: '2', available: '1' },
      requestId: 'req_1',
      message: 'wallet.insufficient_balance: It does not suffice',
    });
    expect([KushkError.is(error, 'wallet.insufficient_balance'), KushkError.is(error, 'x'), seen.length]).toEqual([
      true,
      false,
      1,
    ]);
    replies = [{ status: 502, body: '<html>bad gateway</html>', headers: { 'content-type': 'text/html' } }];
    await expect(client.installation()).rejects.toMatchObject({ status: 502, code: 'http.502' });
  });

  it('names in its message the first fields that the service refused, in bounded text', async () => {
    const wrong = { path: '/data/phone', message: 'must be string, not integer', hint: 'put it in quotes' };
    const long = { path: `/data/${'x'.repeat(1_000)}`, message: 'is not a known field' };
    const refused = async (problems: readonly object[]): Promise<string> => {
      replies = [problem(422, 'record.invalid', { problems })];
      const error: unknown = await client
        .records('contact')
        .put('sara', {})
        .catch((reason: unknown) => reason);
      return (error as KushkError).message;
    };
    expect(await refused([wrong, { path: '', message: 'has\ntwo lines' }])).toBe(
      'record.invalid: It does not suffice: /data/phone must be string, not integer (put it in quotes); has two lines',
    );
    const many = await refused(Array.from({ length: 1_000 }, () => long));
    expect([many.length < 2_000, many.endsWith('; and 995 more')]).toEqual([true, true]);
  });

  it('gives up after four attempts, or at once when Retry-After exceeds the limit', async () => {
    replies = Array<Reply>(9).fill({
      status: 503,
      headers: { 'retry-after': new Date(Date.now() - 5_000).toUTCString() },
      body: { code: 'wallet.busy' },
    });
    await expect(client.installation()).rejects.toMatchObject({ status: 503, code: 'wallet.busy' });
    expect(seen).toHaveLength(4);
    replies = [{ status: 503, headers: { 'retry-after': '3600' } }];
    await expect(client.installation()).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(5);
    replies = Array<Reply>(4).fill({ status: 503, headers: { 'retry-after': '1e99' } });
    await expect(new KushkClient({ apiBase, token: 'ki_test', maxAttempts: 2 }).installation()).rejects.toThrow();
    expect(seen).toHaveLength(7);
  });

  it('does not follow a redirect, because it could leak the token', async () => {
    replies = [{ status: 302, headers: { location: '/elsewhere' } }];
    await expect(new KushkClient({ apiBase, token: 'ki_test', maxAttempts: 1 }).installation()).rejects.toThrow(
      KushkUnreachable,
    );
    expect(seen).toHaveLength(1);
  });

  it('aborts an attempt after the timeout', async () => {
    server.removeAllListeners('request');
    await expect(
      new KushkClient({ apiBase, token: 'ki_test', maxAttempts: 1, timeoutMs: 50 }).installation(),
    ).rejects.toThrow(/GET \/installation: .*timeout/);
  });

  it('yields the records of all pages', async () => {
    replies = [
      { body: { items: [{ external_id: 'a' }, { external_id: 'b' }], next_cursor: 'n' } },
      { body: { items: [{ external_id: 'c' }], next_cursor: null } },
    ];
    const ids: string[] = [];
    for await (const record of client.records('invoice').all(2)) ids.push(record.external_id);
    expect([ids, seen[1]?.url]).toEqual([['a', 'b', 'c'], '/i/ins_1/plugin/v1/records/invoice?limit=2&cursor=n']);
  });

  it('charges for work through a hold, which it settles after the work or releases when the work fails', async () => {
    replies = [{ body: { id: 'hld_1' } }];
    expect(
      await client.wallet.charge({ service: 'ocr.page', count: 3 }, () =>
        Promise.resolve({ result: 'text', count: 2 }),
      ),
    ).toBe('text');
    replies = [{ body: { id: 'hld_2' } }];
    await expect(
      client.wallet.charge({ service: 'ocr.page', count: 3 }, () => Promise.reject(new Error('unreadable'))),
    ).rejects.toThrow('unreadable');
    expect(seen.map(({ url, body }) => [url.slice('/i/ins_1/plugin/v1/wallet/holds'.length), body])).toEqual([
      ['', { service: 'ocr.page', count: 3 }],
      ['/hld_1/settle', { count: 2 }],
      ['', { service: 'ocr.page', count: 3 }],
      ['/hld_2/release', {}],
    ]);
  });

  it('charges with a new hold when a repetition with the same key finds a released one', async () => {
    const charge = (work: () => Promise<{ result: string }>): Promise<string> =>
      client.wallet.charge({ service: 'ocr.page', count: 3 }, work, { idempotencyKey: 'ocr-f' });
    const hold = (id: string, status: string): Reply => ({ body: { id, status } });
    const replayed: Reply = { ...(hold('hld_1', 'open') as object), headers: { 'idempotency-replayed': 'true' } };
    replies = [hold('hld_1', 'open'), {}];
    await expect(charge(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable');
    seen = [];
    replies = [replayed, hold('hld_1', 'released'), hold('hld_2', 'open'), {}];
    expect(await charge(() => Promise.resolve({ result: 'text' }))).toBe('text');
    replies = [replayed, hold('hld_1', 'open'), {}];
    expect(await charge(() => Promise.resolve({ result: 'again' }))).toBe('again');
    expect(
      seen.map(({ method, url, headers }) => [
        `${method} ${url.slice('/i/ins_1/plugin/v1/wallet/holds'.length)}`,
        headers['idempotency-key'],
      ]),
    ).toEqual([
      ['POST ', 'ocr-f.hold'],
      ['GET /hld_1', undefined],
      ['POST ', 'ocr-f.hold.2'],
      ['POST /hld_2/settle', 'ocr-f.settle'],
      ['POST ', 'ocr-f.hold'],
      ['GET /hld_1', undefined],
      ['POST /hld_1/settle', 'ocr-f.settle'],
    ]);
  });

  it('sends a key that the service accepts, the same for the same text, whatever ids it is made of', async () => {
    const keys = ['due-۱۲/۷', 'due-۱۲/۷', 'due-۱۲/۸', 'a\nb', '', 'x'.repeat(129), 'due-12'];
    for (const idempotencyKey of keys)
      await client.wallet.consume({ service: 'ocr.page', count: 1 }, { idempotencyKey });
    const sent = seen.map(({ headers }) => String(headers['idempotency-key']));
    for (const key of sent) expect(key).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(sent[0]).toBe(sent[1]);
    expect([new Set(sent).size, sent.at(-1)]).toEqual([keys.length - 1, 'due-12']);
  });

  it('continues to handle events after an outage and stores the cursor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'poll-'));
    try {
      const event = (sequence: number): object => ({
        id: `evt_${sequence}`,
        type: 'plugin.ping',
        installation_id: 'ins_1',
        sequence,
        created_at: '',
        data: {},
      });
      const pages: Record<string, unknown> = {
        '': { events: [event(1), event(2)], next_after: 'c2', has_more: true },
        c2: { events: [event(2), event(3)], next_after: 'c3', has_more: false },
      };
      let down = true;
      onRequest = (url) => {
        if (down) {
          down = false;
          return { status: 500, body: {} };
        }
        const page = pages[new URL(url, apiBase).searchParams.get('after') ?? ''];
        return page === undefined ? { body: { events: [], next_after: 'c3', has_more: false } } : { body: page };
      };
      const store = fileStore({ folder, key: Buffer.alloc(32).toString('base64url') });
      await store.save({
        installation_id: 'ins_1',
        api_base: apiBase,
        token: 'ki_test',
        signing_secrets: [],
        scopes: [],
        settings: {},
        alias: 'inst_1',
        issued_at: 1,
        stored_at: '',
        setup_done: true,
      });
      const aborter = new AbortController();
      const handled: PluginEvent[] = [];
      const plugin = createPlugin({
        id: 'x.y',
        store,
        trust: { hubKeys: { keys: [] } },
        events: {
          '*': (received) => {
            handled.push(received);
            if (received.id === 'evt_3')
              setImmediate(() => {
                aborter.abort();
              });
          },
        },
      });
      await plugin.poll('ins_1', aborter.signal);
      expect(handled.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      expect(await store.cursor('ins_1')).toBe('c3');
      expect(await plugin.poll('ins_9', new AbortController().signal)).toBe('removed');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('stops polling when the token is invalid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'poll-'));
    try {
      onRequest = () => problem(401, 'auth.token_invalid');
      const store = fileStore({ folder, key: Buffer.alloc(32).toString('base64url') });
      await store.save({
        installation_id: 'ins_1',
        api_base: apiBase,
        token: 'ki_test',
        signing_secrets: [],
        scopes: [],
        settings: {},
        alias: 'inst_1',
        issued_at: 1,
        stored_at: '',
        setup_done: true,
      });
      await createPlugin({ id: 'x.y', store, trust: { hubKeys: { keys: [] } } }).poll(
        'ins_1',
        new AbortController().signal,
      );
      expect(seen).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
