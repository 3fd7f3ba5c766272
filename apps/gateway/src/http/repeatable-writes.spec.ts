import { describe, expect, it } from '@jest/globals';
import type { RequestType } from '@kushk/contracts';
import { readConfig } from '@kushk/runtime';
import { routesOf } from '../roles.handler.js';
import type { Ask, Call, Route } from './route.js';

const config = (role: 'hub' | 'instance') =>
  readConfig({
    KUSHK_SERVICE: 'gateway',
    KUSHK_ROLE: role,
    KUSHK_SCOPE: role === 'hub' ? 'hub' : 'i1',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_HTTP_PORT: '1',
    KUSHK_NATS_URL: 'nats://127.0.0.1:1',
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_SERVICE_ORIGIN: 'http://instance.test',
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_ALIAS_KEY: Buffer.alloc(32, 3).toString('base64url'),
    KUSHK_OIDC_ISSUER: 'http://sign-in.test',
    KUSHK_OIDC_AUDIENCE: 'urn:test',
  });
const writes = [...routesOf(config('hub')), ...routesOf(config('instance'))].filter(({ method }) => method !== 'GET');
/** They change nothing, so there is nothing to repeat: a verdict without a submission, and a tool (seed: must not change anything). */
const changesNothing = ['/developer/v1/checks', '/instance/v1/installations/:installation_id/tools/:name'];
const once = { scope: 'caller', key: 'k1', input_hash: 'hash' };

/** Whatever a route reads of its call is there, and every list is empty: only what it sends on is looked at. */
const anything: unknown = new Proxy(() => anything, {
  get: (_target, name) =>
    name === Symbol.toPrimitive
      ? () => 'x'
      : name === Symbol.iterator
        ? () => [].values()
        : name === 'then'
          ? undefined
          : anything,
});
const call = {
  caller: anything,
  params: anything,
  query: {},
  body: anything,
  once: { once },
  ifMatch: null,
  ifNoneMatch: [],
  now: new Date(),
} as unknown as Call<unknown, unknown, unknown>;

async function commandsOf(route: Route): Promise<object[]> {
  const sent: object[] = [];
  const ask = ((type: RequestType<object, unknown>, request: object) => {
    if (type.subject.startsWith('cmd.')) sent.push(request);
    return Promise.resolve({ reply: anything, replayed: true });
  }) as Ask;
  const answer = await route.run(call, ask);
  expect(answer.replayed).toBe(true);
  return sent;
}

describe('every write', () => {
  it.each(
    writes
      .filter(({ path }) => !changesNothing.includes(path))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('%s hands the Idempotency-Key on, and says when the answer is a repeat', async (_name, route) => {
    expect(route.idempotency).not.toBeNull();
    expect(await commandsOf(route)).toEqual([expect.objectContaining({ once })]);
  });
});
