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
const LIMITS = { settleMs: 30, effectMs: 400, deadlineMs: 10_000, toolArguments: {}, pageActions: { '/notes': {} } };

interface Run {
  readonly deadlineMs?: number;
  readonly only?: readonly string[];
  readonly tested?: Manifest;
}

async function contextFor(
  tested: Manifest,
  start: (service: TestService, onOutput: (text: string) => void) => Promise<Pick<TestOptions, 'baseUrl' | 'restart'>>,
  deadlineMs: number,
): Promise<TestContext> {
  const service = await TestService.start(tested, 0);
  running.push(service);
  let context: TestContext | null = null;
  const started = await start(service, (text) => context?.onOutput(text));
  context = new TestContext({ ...LIMITS, ...started, manifest: tested, service, deadlineMs });
  return context;
}

async function testPluginWith(
  defect: Defect | null,
  { deadlineMs = LIMITS.deadlineMs, only, tested = manifest }: Run = {},
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
    deadlineMs,
  );
  return runCases(context, { cases: TEST_CASES, ...(only !== undefined && { only }) });
}

async function testPollerWith(defect: PollerDefect | null, only?: readonly string[]): Promise<readonly CaseResult[]> {
  const context = await contextFor(
    manifest,
    (_service, onOutput) => {
      const poller = new ExamplePoller({ defect, onOutput });
      running.push(poller);
      let environment: Restart['environment'] = {};
      const restart = async ({ environment: changed, ...how }: Restart = {}): Promise<void> => {
        environment = { ...environment, ...changed };
        await poller.restart(environment, how);
      };
      return Promise.resolve({ baseUrl: '', restart });
    },
    LIMITS.deadlineMs,
  );
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
const allPassed = (ids: readonly string[]): readonly (readonly [string, string, string])[] =>
  ids.map((id) => [id, 'passed', '']);

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
    // Only a plugin that waits for ever reaches the deadline.
    results = await testAll(Object.keys(DEFECTS) as Defect[], (defect) =>
      testPluginWith(defect, defect === 'waits for the API without a deadline' ? { deadlineMs: 3_000 } : {}),
    );
  }, 120_000);

  it('all pass for a plugin that fulfils the contract', async () => {
    expect(statusesOf(await testPluginWith(null))).toEqual(allPassed(TEST_CASES.map(({ id }) => id)));
  });

  it.each(Object.entries(DEFECTS) as [Defect, string][])(
    'find that a plugin %s, with exactly one failed case',
    (defect, expected) => expectOneFailure(results.get(defect), expected),
  );

  it('name the raw body as the cause when a plugin verifies no body that it has written again', () => {
    const [first] = results.get('sorts the keys of every body before it verifies') ?? [];
    expect(first).toMatchObject({ case: 'installed', advice: { en: expect.stringMatching(/raw bytes/) } });
  });

  it('stop before more is stored when the state of the test mixes with real state', () => {
    const statuses = statusesOf(results.get('stores its state in a folder of its own') ?? []);
    expect(statuses.filter(([, status]) => status === 'passed').map(([id]) => id)).toEqual([
      'installed',
      'event-raw-body',
      'event',
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
    for (const { id } of TEST_CASES)
      expect(statusesOf(await testPluginWith(null, { only: [id] }))).toEqual(allPassed([id]));
  });
});

describe('the cases for a plugin that polls', () => {
  let results: ReadonlyMap<PollerDefect, readonly CaseResult[]>;
  beforeAll(async () => {
    results = await testAll(Object.keys(POLLER_DEFECTS) as PollerDefect[], (defect) => testPollerWith(defect));
  }, 120_000);

  it('all pass for one that fulfils the contract', async () => {
    expect(statusesOf(await testPollerWith(null))).toEqual(allPassed(POLL_CASES.map(({ id }) => id)));
  });

  it.each(Object.entries(POLLER_DEFECTS) as [PollerDefect, string][])(
    'find that it %s, with exactly one failed case',
    (defect, expected) => expectOneFailure(results.get(defect), expected),
  );

  it('can run alone', async () => {
    for (const { id } of POLL_CASES) expect(statusesOf(await testPollerWith(null, [id]))).toEqual(allPassed([id]));
  });
});

describe('the plugin API of kushk plugin test', () => {
  const proposal = { external_id: 'a', record_type: 'case', action: 'create', changes: {}, summary: 'A' };
  const source = { external_id: 'a', kind: 'document', title: 'A', content_type: 'text/plain', content: 'A' };

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
