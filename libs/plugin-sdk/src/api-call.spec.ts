import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callApi, type ApiRequest } from './api-call.js';
import { KushkUnreachable } from './errors.js';

type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | 'reset';

const write: ApiRequest = { method: 'POST', path: '/wallet/holds', body: { service: 'ocr.page', count: 1 } };
const busy: Reply = { status: 503, body: '{"code":"wallet.busy"}' };

describe('apiCall', () => {
  let server: Server;
  let apiBase: string;
  let replies: Reply[];
  let requests: IncomingHttpHeaders[];
  let pausesMs: number[];

  beforeEach(async () => {
    [replies, requests, pausesMs] = [[], [], []];
    server = createServer((request, response) => {
      requests.push(request.headers);
      const reply = replies.shift() ?? { status: 200, body: '{}' };
      request.resume().on('end', () => {
        if (reply === 'reset') request.socket.resetAndDestroy();
        else response.writeHead(reply.status, reply.headers).end(reply.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const call = (request: ApiRequest = write): Promise<unknown> =>
    callApi({ apiBase, token: 'ki_test' }, request, async (ms) => void pausesMs.push(ms));

  it('retries with the same idempotency key when the service is busy or the connection fails', async () => {
    replies = [busy, 'reset', { status: 429 }, { status: 200, body: '{"id":"hld_1"}' }];
    expect(await call()).toEqual({ id: 'hld_1' });
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map((headers) => headers['idempotency-key'])).size).toBe(1);
  });

  it('doubles the delay after each failure, with a jitter of 20 %', async () => {
    replies = [busy, busy, busy];
    await call();
    expect(pausesMs).toHaveLength(3);
    for (const [n, ms] of pausesMs.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** n * 0.8);
      expect(ms).toBeLessThanOrEqual(250 * 2 ** n * 1.2);
    }
  });

  it('waits for the seconds in Retry-After and up to a fifth more', async () => {
    replies = [{ status: 503, headers: { 'retry-after': '7' } }];
    await call();
    expect(pausesMs[0]).toBeGreaterThanOrEqual(7_000);
    expect(pausesMs[0]).toBeLessThanOrEqual(8_400);
  });

  it('leaves a longer Retry-After to the caller', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '60' }, body: '{"code":"rate.limited"}' }];
    await expect(call()).rejects.toMatchObject({ code: 'rate.limited', retryAfterMs: 60_000 });
    expect(pausesMs).toEqual([]);
  });

  it('waits until the date in Retry-After', async () => {
    replies = [{ status: 503, headers: { 'retry-after': new Date(Date.now() + 20_000).toUTCString() } }];
    await call();
    // The date is much later than the end of the default backoff of 250 ms, so only a delay that follows the header
    // can be this long.
    expect(pausesMs[0]).toBeGreaterThan(1_000);
    expect(pausesMs[0]).toBeLessThanOrEqual(24_000);
  });

  it('ignores a malformed Retry-After', async () => {
    replies = [{ status: 503, headers: { 'retry-after': '1e99' } }];
    await call();
    expect(pausesMs[0]).toBeLessThanOrEqual(300);
  });

  it('does not retry a permanent error', async () => {
    replies = [{ status: 402, body: '{"code":"wallet.insufficient_balance"}' }];
    await expect(call()).rejects.toMatchObject({ status: 402, code: 'wallet.insufficient_balance' });
    expect(pausesMs).toEqual([]);
  });

  it('rejects with the last error when the service cannot be reached', async () => {
    replies = ['reset', 'reset', 'reset', 'reset'];
    await expect(call()).rejects.toThrow(KushkUnreachable);
    expect(pausesMs).toHaveLength(3);
  });

  it('rejects with the abort reason when its signal aborts', async () => {
    const reason = new Error('cancelled');
    await expect(call({ ...write, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  it('ends the delay before a retry when its signal aborts', async () => {
    replies = [{ status: 503, headers: { 'retry-after': '29' } }];
    const [aborter, reason] = [new AbortController(), new Error('too late')];
    server.once('request', () => setTimeout(() => aborter.abort(reason), 20));
    const pending = callApi({ apiBase, token: 'ki_test' }, { ...write, signal: aborter.signal });
    await expect(pending).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});
