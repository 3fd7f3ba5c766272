import { describe, expect, it } from '@jest/globals';
import { hubGateway, installationAccess, workspaceSources, type RequestType } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { allRoutes } from '../../test/all-routes.js';
import type { SendRequest, Call, Route } from './route.js';

const writes = allRoutes.filter(({ method }) => method !== 'GET');
/**
 * Routes that need no idempotency key because they write nothing: a check submits nothing, a quote charges nothing,
 * tool calls only read, and a handle is stored nowhere.
 */
const readOnlyPaths = [
  '/developer/v1/checks',
  '/portal/v1/publishers/:publisher_id/checks',
  '/instance/v1/installations/:installation_id/tools/:name',
  '/instance/v1/installations/:installation_id/handle',
  '/i/:installation_id/plugin/v1/mcp',
  '/i/:installation_id/plugin/v1/wallet/quote',
];
/** A token is exchanged once, so a repeated request is refused. */
const oncePaths = ['/oidc/exchange'];
/** An upload stores only chunks, which the workspace deletes when no source comes of them. */
const uploads = new Set(
  [workspaceSources.beginUpload, workspaceSources.addChunk, workspaceSources.abortUpload].map(({ subject }) => subject),
);
/** A repeat of them counts nothing more: the id of an access is reserved once and redeemed once. */
const repeatable = new Set(
  [installationAccess.requestAccess, hubGateway.redeemAccessCode].map(({ subject }) => subject),
);
const idempotency = { scope: 'caller', key: 'k1', input_hash: 'hash' };

/**
 * A fake call for the routes: every property exists and every list is empty. The spec checks only what a route sends.
 */
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
  largeValue: Buffer.from('x'),
  idempotency: { idempotency },
  condition: null,
  ifNoneMatch: [],
  now: new Date(),
  http: { headers: {} },
} as unknown as Call<unknown, unknown, unknown>;

/** What a route itself checks. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /instance/v1/store/access': { code: newCredential('ka') },
  'POST /i/:installation_id/plugin/v1/proposals': { record_type: 'case' },
  'POST /i/:installation_id/plugin/v1/sources': { kind: 'message', content_type: 'text/plain', content_encoding: null },
};

async function commandsOf(route: Route): Promise<object[]> {
  const sent: object[] = [];
  const send = ((type: RequestType<object, unknown>, request: object) => {
    const isRepeatable = uploads.has(type.subject) || repeatable.has(type.subject);
    if (type.subject.startsWith('cmd.') && !isRepeatable) sent.push(request);
    return Promise.resolve({ reply: anything, replayed: true });
  }) as SendRequest;
  const body = bodies[`${route.method} ${route.path}`] ?? anything;
  const response = await route.run({ ...call, body }, send);
  expect(response.replayed).toBe(true);
  return sent;
}

describe('every route that writes', () => {
  it.each(
    writes
      .filter(({ path }) => ![...readOnlyPaths, ...oncePaths].includes(path))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('forwards the Idempotency-Key and marks a replayed response: %s', async (_name, route) => {
    expect(route.idempotencyKey).not.toBeNull();
    expect(await commandsOf(route)).toEqual([expect.objectContaining({ idempotency })]);
  });
});

it('checks of a release count against the limit of submissions, for keys and for people', () => {
  const checks = writes.filter(({ path }) => path.endsWith('/checks'));
  expect(checks.map(({ path, extraRateLimit }) => [path, extraRateLimit])).toEqual([
    ['/developer/v1/checks', 'submission'],
    ['/portal/v1/publishers/:publisher_id/checks', 'submission'],
  ]);
});
