/**
 * Fuzzes the hub's two HTTP APIs on real servers: every response is well-formed and in time, and no invalid input is
 * accepted. `KUSHK_FUZZ_RUNS` sets the number of inputs: few by default, because each run has another seed, and
 * 100,000 for `npm run fuzz`. `KUSHK_FUZZ_SEED` repeats a run; fast-check prints the seed of a failure.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import { codeEntry } from '@kushk/edge';
import { httpClient, type HttpResponse, type HttpClient } from '@kushk/testing';
import { startHub, type HubHarness } from '../hub/hub-harness.js';
import { isTricky, reasonsAgainst } from '@kushk/testing/fuzz/invariants';
import { hostileHeader, hostileJson, hostileSegment, hostileText } from '@kushk/testing/fuzz/generators';
import { soundManifest, submission } from '@kushk/testing/fuzz/submissions';

const runs = Number(process.env['KUSHK_FUZZ_RUNS'] ?? 1_000);
const seed = Number(process.env['KUSHK_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const SLOW_MS = 5_000;
const TRIES = 3;
/** Many times the average time per input, for a machine that is busy with other work. */
const perInputMs = 300;
const timeoutMs = 60_000 + runs * perInputMs;

let hub: HubHarness;
beforeAll(async () => {
  hub = await startHub();
  const first = {
    schema: '1',
    id: 'ir.acme.fuzz',
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Fuzz' },
    base_url: 'https://fuzz.acme.ir',
  };
  expect((await hub.publisher('/developer/v1/releases', { json: { manifest: first } })).status).toBe(201);
});
afterAll(() => hub.stop());

/** Sends a request and repeats it if the response is slow. An input fails the test only if every try is slow. */
async function answerOf(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  let answered = await send();
  for (let tries = 1; answered.durationMs > SLOW_MS && tries < TRIES; tries += 1) answered = await send();
  expect(answered.durationMs).toBeLessThan(SLOW_MS);
  assertOurs(answered);
  return answered;
}

/** Expects no 5xx status, and a problem document for every error. */
function assertOurs({ status, headers, text, json }: HttpResponse): void {
  expect(status).toBeLessThan(500);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(Object.keys(json)).toEqual(['type', 'title', 'status', 'detail', 'code', 'params', 'request_id']);
  expect([json['status'], codeEntry(String(json['code']))?.status]).toEqual([status, status]);
  expect(text).not.toMatch(/node_modules|\.ts:\d|QueryFailedError|TypeError|postgres/);
}

async function check<Input>(
  share: number,
  input: Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(input, holds), {
    numRuns: Math.ceil(runs * share),
    seed,
    endOnFailure: runs > 5_000,
    interruptAfterTimeLimit: timeoutMs - 5_000,
    markInterruptAsFailure: true,
  });
}

describe(`the hub's HTTP APIs, fuzzed with seed ${seed}`, () => {
  it(
    'reject every invalid submission, with the same error from both routes',
    async () => {
      await check(0.4, submission, async (text) => {
        const reasons = reasonsAgainst(text);
        const checked = await answerOf(() => hub.publisher('/developer/v1/checks', { method: 'POST', body: text }));
        const submitted = await answerOf(() => hub.publisher('/developer/v1/releases', { method: 'POST', body: text }));
        if (reasons.length > 0 && checked.status < 400) throw new Error(`accepted in spite of: ${reasons.join(', ')}`);
        if (checked.status === 200) expect(submitted.status).toBe(201);
        else
          expect([submitted.status, submitted.json['code'], submitted.json['params']]).toEqual([
            checked.status,
            checked.json['code'],
            checked.json['params'],
          ]);
      });
    },
    timeoutMs,
  );

  it(
    'accept every valid submission',
    async () => {
      await check(0.1, soundManifest, async (manifest) => {
        const { status, json } = await answerOf(() => hub.publisher('/developer/v1/checks', { json: { manifest } }));
        expect([status, json]).toEqual(
          status === 200
            ? [200, expect.objectContaining({ verdict: 'valid' })]
            : [409, expect.objectContaining({ code: 'catalogue.version_exists' })],
        );
      });
    },
    timeoutMs,
  );

  it(
    'return no release other than the one in the path, and no 5xx',
    async () => {
      const moves = ['', '/withdraw', '/rollout', '/take', '/publish', '/suspend', '?wait=0'];
      const input = fc.record({
        plugin: fc.oneof(hostileSegment, fc.constantFrom('ir.acme.fuzz')),
        version: fc.oneof(hostileSegment, fc.constantFrom('1.0.0')),
        move: fc.constantFrom(...moves),
        staff: fc.boolean(),
      });
      await check(0.2, input, async ({ plugin, version, move, staff }) => {
        const reads = move === '' || move.startsWith('?');
        const client = staff ? hub.staff : hub.publisher;
        const prefix = staff ? '/operator/v1' : '/developer/v1';
        // A path that names the existing release gets only read requests, because any other operation would change
        // that release.
        const { status, json } = await answerOf(() =>
          client(
            `${prefix}/releases/${plugin}/${version}${reads || isTheRelease(plugin, version) ? '' : move}`,
            reads || isTheRelease(plugin, version) ? {} : { json: { reason: 'x' } },
          ),
        );
        if (status === 200)
          expect([decoded(plugin), decoded(version), json['plugin_id'], json['version']]).toEqual([
            json['plugin_id'],
            json['version'],
            json['plugin_id'],
            json['version'],
          ]);
        else expect([400, 401, 404, 405, 409, 422]).toContain(status);
      });
    },
    timeoutMs,
  );

  it(
    'return no 5xx for any month, parameter or header',
    async () => {
      const headers = fc.dictionary(
        fc.constantFrom(
          'accept-language',
          'idempotency-key',
          'if-match',
          'if-none-match',
          'traceparent',
          'x-request-id',
          'content-type',
          'content-encoding',
          'accept',
          'origin',
          'service-organisation',
          'expect-ct',
        ),
        hostileHeader,
        { maxKeys: 4, noNullPrototype: true },
      );
      const query = fc.array(
        fc.tuple(fc.constantFrom('month', 'wait', 'limit', 'cursor', 'status', 'access', '__proto__'), hostileSegment),
        { maxLength: 3 },
      );
      const route = fc.constantFrom(
        '/developer/v1/usage',
        '/developer/v1/me',
        '/developer/v1/plugins',
        '/developer/v1/checks',
        '/operator/v1/reviews',
        '/operator/v1/publishers',
        '/operator/v1/publishers/acme/keys',
      );
      await check(0.15, fc.record({ headers, query, route }), async ({ headers: sent, query: pairs, route: path }) => {
        const client: HttpClient = path.startsWith('/operator') ? hub.staff : hub.publisher;
        const search = pairs.map(([name, value]) => `${name}=${value}`).join('&');
        const { status, json } = await answerOf(() =>
          client(`${path}${search === '' ? '' : `?${search}`}`, {
            headers: sent,
            ...(path.endsWith('checks') && { json: {} }),
          }),
        );
        if (status === 200 && path.endsWith('usage')) expect(json['month']).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
      });
    },
    timeoutMs,
  );

  it(
    'grant access only with exactly one valid bearer token',
    async () => {
      const credential = fc.oneof(
        hostileHeader,
        hostileHeader.map((text) => `Bearer ${text}`),
        fc.constant('own').map(() => `Bearer ${hub.key}`),
        fc.constant('own').map(() => `Basic ${hub.key}`),
        fc.constant('own').map(() => `Bearer ${hub.key.slice(0, -1)}`),
      );
      const input = fc.record({
        credentials: fc.array(credential, { minLength: 1, maxLength: 2 }),
        inQuery: fc.constantFrom('', '', 'access_token', 'token', 'key', 'a'),
      });
      await check(0.05, input, async ({ credentials, inQuery }) => {
        const { status } = await answerOf(() =>
          httpClient(hub.ports[1]!)(`/developer/v1/me${inQuery === '' ? '' : `?${inQuery}=${hub.key}`}`, {
            headers: { authorization: credentials },
          }),
        );
        expect(status).toBe(
          credentials.length === 1 && credentials[0]?.trim() === `Bearer ${hub.key}` && inQuery === '' ? 200 : 401,
        );
      });
    },
    timeoutMs,
  );

  it(
    'store no invalid name through the operator API',
    async () => {
      const text = fc.oneof(hostileText, hostileJson);
      const input = fc.oneof(
        fc.record({
          path: fc.constant('publishers'),
          body: fc.record({ id: fc.oneof(fc.stringMatching(/^[a-z]{3,20}$/), text), name: text }),
        }),
        fc.record({
          path: fc.constant('publishers/acme/keys'),
          body: fc.record(
            {
              label: text,
              expires_at: fc.oneof(text, fc.constantFrom(null, '2999-02-30T00:00:00Z', '2999-01-01T00:00:00Z')),
            },
            { requiredKeys: ['label'] },
          ),
        }),
        fc.record({
          path: fc.constant('instances'),
          body: fc.record({
            id: fc.oneof(fc.stringMatching(/^[a-z]{3,20}$/), text),
            name: text,
            plugin_api: fc.oneof(fc.constant('1.0'), text),
          }),
        }),
      );
      await check(0.1, input, async ({ path, body }) => {
        const { status, json } = await answerOf(() => hub.staff(`/operator/v1/${path}`, { json: body }));
        expect([201, 400, 409, 422]).toContain(status);
        if (status !== 201) return;
        const { name, label } = { ...body, ...(json['key'] as object | undefined) } as Readonly<
          Record<string, unknown>
        >;
        const written = name ?? label;
        expect(typeof written === 'string' && written.trim() !== '' && !isTricky(written)).toBe(true);
      });
    },
    timeoutMs,
  );
});

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isTheRelease(plugin: string, version: string): boolean {
  return decoded(plugin) === 'ir.acme.fuzz' && decoded(version) === '1.0.0';
}
