import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseManifestYaml, type Manifest } from '@kushk/manifest';
import {
  DEFECTS,
  EXAMPLE_MANIFEST,
  POLLER_DEFECTS,
  type Defect,
  type PollerDefect,
} from '../../test/example-plugin/defects.js';
import { ExamplePlugin } from '../../test/example-plugin/example-plugin.js';
import { ExamplePoller } from '../../test/example-plugin/example-poller.js';
import type { CaseResult } from './case.js';
import { POLL_CASES, runCases, TEST_CASES } from './run-cases.js';
import { TestContext, type Restart, type TestOptions } from './test-context.js';
import { TestService } from './test-service.js';

const manifest = parseManifestYaml(EXAMPLE_MANIFEST).manifest as Manifest;
const running: { stop(): void }[] = [];
afterAll(() => {
  for (const one of running) one.stop();
});

/** Variants of the plugin that are tested at the same time. */
const AT_ONCE = 8;
const LIMITS = { settleMs: 30, effectMs: 1_000, deadlineMs: 10_000, toolArguments: {}, pageActions: { '/notes': {} } };

type Limits = Partial<Pick<TestOptions, 'deadlineMs' | 'settleMs'>>;
/** Where a variant takes its time. */
const OWN_LIMITS: Readonly<Partial<Record<Defect, Limits>>> = {
  // The deadline of the service is reached only here.
  'waits for the API without a deadline': { deadlineMs: 4_000 },
  // Its effects come after its answers, on a busy machine long after them.
  'acknowledges before the effect': { settleMs: 500 },
};

interface Run {
  readonly limits?: Limits;
  readonly only?: readonly string[];
  readonly tested?: Manifest;
}

async function contextFor(
  tested: Manifest,
  start: (service: TestService, onOutput: (text: string) => void) => Promise<Pick<TestOptions, 'baseUrl' | 'restart'>>,
  limits: Limits = {},
): Promise<TestContext> {
  const service = await TestService.start(tested, 0);
  running.push(service);
  let context: TestContext | null = null;
  const started = await start(service, (text) => context?.onOutput(text));
  context = new TestContext({ ...LIMITS, ...started, ...limits, manifest: tested, service });
  return context;
}

async function testPluginWith(
  defect: Defect | null,
  { limits, only, tested = manifest }: Run = {},
): Promise<readonly CaseResult[]> {
  const context = await contextFor(
    tested,
    async (service, onOutput) => {
      const plugin = await ExamplePlugin.start({ defect, hub: () => service.hub.origin, onOutput });
      running.push(plugin);
      const restart = async ({ whileStopped, ...how }: Restart = {}): Promise<void> => {
        await plugin.restart(how);
        whileStopped?.();
      };
      return { baseUrl: plugin.baseUrl, restart };
    },
    limits,
  );
  return runCases(context, { cases: TEST_CASES, ...(only !== undefined && { only }) });
}

async function testPollerWith(defect: PollerDefect | null, only?: readonly string[]): Promise<readonly CaseResult[]> {
  const context = await contextFor(manifest, (_service, onOutput) => {
    const poller = new ExamplePoller({ defect, onOutput });
    running.push(poller);
    let environment: Restart['environment'] = {};
    const restart = async ({ environment: changed, whileStopped, ...how }: Restart = {}): Promise<void> => {
      environment = { ...environment, ...changed };
      await poller.restart(environment, how);
      whileStopped?.();
    };
    return Promise.resolve({ baseUrl: '', restart });
  });
  return runCases(context, { cases: POLL_CASES, ...(only !== undefined && { only }) });
}

/** Runs the tests of all variants, several at a time. */
async function testAll<Name extends string>(
  names: readonly Name[],
  test: (name: Name) => Promise<readonly CaseResult[]>,
): Promise<ReadonlyMap<Name, readonly CaseResult[]>> {
  const results = new Map<Name, readonly CaseResult[]>();
  const waiting = [...names];
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) results.set(name, await test(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Method and path below `api_base`, and the body. */
type ApiRequest = readonly [request: string, body?: object];

/** What the plugin API of the test answers to a request of a plugin with the manifest: status, and code with scope. */
async function answerTo(tested: Manifest, [request, body]: ApiRequest): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const service = await TestService.start(tested, 0);
  running.push(service);
  const context = new TestContext({ ...LIMITS, baseUrl: '', manifest: tested, service, restart: null });
  const { apiBase, credentials } = context.newInstallation();
  const headers = { authorization: `Bearer ${credentials.token}` };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${apiBase}${path}`, init);
  const { code, params } = (await response.json()) as { readonly code?: string; readonly params?: { scope?: string } };
  return [response.status, code, params?.scope].filter((part) => part !== undefined).join(' ');
}

const statusesOf = (results: readonly CaseResult[]): readonly (readonly [string, string, string])[] =>
  results.map(({ case: id, status, got, advice }) => [id, status, status === 'passed' ? '' : advice?.en || got]);
const NOTHING_SEEN: Readonly<Record<string, string>> = {
  holds:
    'the plugin placed no hold in the cases before, such as event-repeated or poll-repeated; --only leaves them out',
  lists: 'the plugin read no list in the cases before',
};
/** `skipped`: the cases that look at what the plugin has not done before them. */
const allPassed = (
  ids: readonly string[],
  skipped: readonly string[] = [],
): readonly (readonly [string, string, string])[] =>
  ids.map((id) => (skipped.includes(id) ? [id, 'skipped', NOTHING_SEEN[id] ?? ''] : [id, 'passed', '']));

function expectOneFailure(results: readonly CaseResult[] | undefined, expected: string): void {
  const failures = (results ?? []).filter(({ status }) => status === 'failed');
  expect(failures.map((one) => [one.case, one.case === expected ? '' : one.got])).toEqual([[expected, '']]);
  expect(failures[0]).toMatchObject({
    got: expect.stringMatching(/./),
    advice: { en: expect.stringMatching(/./), fa: expect.stringMatching(/./) },
  });
}

describe('the cases of kushk plugin test', () => {
  let results: ReadonlyMap<Defect, readonly CaseResult[]>;
  beforeAll(async () => {
    results = await testAll(Object.keys(DEFECTS) as Defect[], (defect) =>
      testPluginWith(defect, { limits: OWN_LIMITS[defect] ?? {} }),
    );
  }, 300_000);

  it('all pass for a plugin that fulfils the contract', async () => {
    expect(statusesOf(await testPluginWith(null))).toEqual(
      allPassed(
        TEST_CASES.map(({ id }) => id),
        ['holds'],
      ),
    );
  });

  it.each(Object.entries(DEFECTS) as [Defect, string][])(
    'find that a plugin %s, with exactly one failed case',
    (defect, expected) => expectOneFailure(results.get(defect), expected),
  );

  it('name the raw body as the cause when a plugin verifies no body that it has written again', () => {
    const [first] = results.get('sorts the keys of every body before it verifies') ?? [];
    expect(first).toMatchObject({ case: 'installed', advice: { en: expect.stringMatching(/raw bytes/) } });
  });

  it('name one failure for a plugin that verifies nothing, and skip all that follows from it with its name', () => {
    const [first, ...others] = statusesOf(results.get('accepts every event') ?? []).filter(
      ([, status]) => status !== 'passed',
    );
    expect(first).toEqual(['signature-verified', 'failed', expect.stringMatching(/^The plugin verifies no signature/)]);
    const reasons = new Set(others.map(([, status, why]) => `${status}: ${why}`));
    expect([...reasons]).toEqual(['skipped: follows from the failure of signature-verified']);
  });

  it('stop before more is stored when the state of the test mixes with real state', () => {
    const statuses = statusesOf(results.get('stores its state in a folder of its own') ?? []);
    expect(statuses.filter(([, status]) => status === 'passed').map(([id]) => id)).toEqual([
      'installed',
      'event-raw-body',
      'event',
      'signature-verified',
    ]);
  });

  it('advise to compare the ids when the plugin was written for another id than that of the manifest', async () => {
    const tested = { ...manifest, id: 'ir.example.renamed' };
    const [result] = await testPluginWith(null, { tested, only: ['installed'] });
    expect(result).toMatchObject({
      status: 'failed',
      advice: {
        en: expect.stringMatching(
          /^Compare the plugin id in your code with the id in the manifest, ir\.example\.renamed/,
        ),
        fa: expect.stringContaining('ir.example.renamed'),
      },
    });
  });

  it('can run alone', async () => {
    const ids = TEST_CASES.map(({ id }) => id);
    const alone = await testAll(ids, (id) => testPluginWith(null, { only: [id] }));
    expect(ids.flatMap((id) => statusesOf(alone.get(id) ?? []))).toEqual(allPassed(ids, ['holds', 'lists']));
  });
});

describe('the cases for a plugin that polls', () => {
  let results: ReadonlyMap<PollerDefect, readonly CaseResult[]>;
  beforeAll(async () => {
    results = await testAll(Object.keys(POLLER_DEFECTS) as PollerDefect[], (defect) => testPollerWith(defect));
  }, 300_000);

  it('all pass for one that fulfils the contract', async () => {
    expect(statusesOf(await testPollerWith(null))).toEqual(
      allPassed(
        POLL_CASES.map(({ id }) => id),
        ['lists'],
      ),
    );
  });

  it.each(Object.entries(POLLER_DEFECTS) as [PollerDefect, string][])(
    'find that it %s, with exactly one failed case',
    (defect, expected) => expectOneFailure(results.get(defect), expected),
  );

  it('can run alone', async () => {
    const ids = POLL_CASES.map(({ id }) => id);
    const alone = await testAll(ids, (id) => testPollerWith(null, [id]));
    expect(ids.flatMap((id) => statusesOf(alone.get(id) ?? []))).toEqual(allPassed(ids, ['holds', 'lists']));
  });
});

describe('the plugin API of kushk plugin test', () => {
  const proposal = { external_id: 'a', record_type: 'case', action: 'create', changes: { title: 'A' }, summary: 'A' };
  const source = {
    external_id: 'a',
    kind: 'document',
    title: 'A',
    content_type: 'text/plain',
    content: 'A',
    content_encoding: 'utf-8',
    occurred_at: '2026-11-20T10:00:00Z',
  };

  const requests: readonly (readonly [ApiRequest, scope: string, status: number])[] = [
    [['PUT /records/note/1', { data: {} }], 'records.own', 201],
    [['GET /wallet'], 'wallet.consume', 200],
    [['GET /people'], 'proposals.*', 200],
    [['GET /proposals'], 'proposals.*', 200],
    [['POST /proposals', proposal], 'proposals.case', 201],
    [['POST /sources', source], 'sources.intake.document', 202],
  ];
  it.each(requests)('refuses %j without %s, as an instance does', async (request, scope, status) => {
    const withScopes = (...names: readonly string[]): Manifest => ({
      ...manifest,
      scopes: Object.fromEntries(names.map((name) => [name, 'Needed'])),
    });
    const refusal = `403 auth.scope_missing ${scope}`;
    expect(await answerTo(withScopes('cases.read', 'proposals_.x'), request)).toBe(refusal);
    expect(await answerTo(withScopes(scope.replace('*', 'document')), request)).toBe(String(status));
  });

  it('refuses a proposal of a type whose scope is not granted, also when another type has one', async () => {
    const tested = { ...manifest, scopes: { 'proposals.document': 'Needed' } };
    expect(await answerTo(tested, ['POST /proposals', proposal])).toBe('403 auth.scope_missing proposals.case');
  });
});
