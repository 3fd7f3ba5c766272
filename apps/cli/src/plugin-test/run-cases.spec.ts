import { afterEach, describe, expect, it } from '@jest/globals';
import { parseManifestYaml, type Manifest } from '@kushk/manifest';
import { DEFECTS, EXAMPLE_MANIFEST, ExamplePlugin, type Defect } from '../../test/example-plugin.js';
import type { CaseResult } from './case.js';
import { runCases, TEST_CASES } from './run-cases.js';
import { TestContext } from './test-context.js';
import { TestService } from './test-service.js';

const manifest = parseManifestYaml(EXAMPLE_MANIFEST).manifest as Manifest;
const running: { stop(): void }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.stop();
});

async function testPluginWith(
  defect: Defect | null,
  {
    deadlineMs = 10_000,
    only,
    tested = manifest,
  }: { readonly deadlineMs?: number; readonly only?: readonly string[]; readonly tested?: Manifest } = {},
): Promise<readonly CaseResult[]> {
  const service = await TestService.start(tested, 0);
  const plugin = await ExamplePlugin.start({ defect, hub: () => service.origin });
  running.push(service, plugin);
  const context = new TestContext({
    baseUrl: plugin.baseUrl,
    manifest: tested,
    service,
    deadlineMs,
    settleMs: 5,
    toolArguments: {},
    restart: () => plugin.restart(),
  });
  return runCases(context, only === undefined ? {} : { only });
}

/** Method and path below `api_base`, and the body. */
type ApiRequest = readonly [request: string, body?: object];

/** What the plugin API of the test answers to a request of a plugin with the manifest: status, and code with scope. */
async function answerTo(tested: Manifest, [request, body]: ApiRequest): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const service = await TestService.start(tested, 0);
  running.push(service);
  const options = { baseUrl: '', manifest: tested, service, deadlineMs: 10_000, settleMs: 0, toolArguments: {} };
  const { apiBase, credentials } = new TestContext({ ...options, restart: null }).newInstallation();
  const headers = { authorization: `Bearer ${credentials.token}` };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${apiBase}${path}`, init);
  const { code, params } = (await response.json()) as { readonly code?: string; readonly params?: { scope?: string } };
  return [response.status, code, params?.scope].filter((part) => part !== undefined).join(' ');
}

const failuresOf = (results: readonly CaseResult[]): readonly string[] =>
  results.filter(({ status }) => status === 'failed').map((result) => result.case);

describe('the cases of kushk plugin test', () => {
  it('all pass for a plugin that fulfils the contract', async () => {
    const results = await testPluginWith(null);
    expect(results.map((one) => [one.case, one.status])).toEqual(TEST_CASES.map(({ id }) => [id, 'passed']));
  });

  it.each(Object.entries(DEFECTS) as [Defect, string][])(
    'find that a plugin %s, with exactly one failed case',
    async (defect, expected) => {
      // Only a plugin that waits for ever reaches the deadline.
      const deadlineMs = defect === 'waits for the API without a deadline' ? 3_000 : 10_000;
      const results = await testPluginWith(defect, { deadlineMs });
      expect(failuresOf(results)).toEqual([expected]);
      expect(results.find(({ status }) => status === 'failed')).toMatchObject({
        got: expect.stringMatching(/./),
        advice: { en: expect.stringMatching(/./), fa: expect.stringMatching(/./) },
      });
    },
  );

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
      expect((await testPluginWith(null, { only: [id] })).map((one) => [one.case, one.status])).toEqual([
        [id, 'passed'],
      ]);
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
