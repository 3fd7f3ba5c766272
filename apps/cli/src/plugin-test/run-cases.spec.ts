import { afterEach, describe, expect, it } from '@jest/globals';
import { parseManifestYaml, type Manifest } from '@kushk/manifest';
import { DEFECTS, EXAMPLE_MANIFEST, ExamplePlugin, type Defect } from '../test-harness/example-plugin.js';
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
  { deadlineMs = 10_000, only }: { readonly deadlineMs?: number; readonly only?: readonly string[] } = {},
): Promise<readonly CaseResult[]> {
  const service = await TestService.start(manifest, 0);
  const plugin = await ExamplePlugin.start({ defect, hub: () => service.origin });
  running.push(service, plugin);
  const context = new TestContext({
    baseUrl: plugin.baseUrl,
    manifest,
    service,
    deadlineMs,
    settleMs: 5,
    toolArguments: {},
    restart: () => plugin.restart(),
  });
  return runCases(context, only === undefined ? {} : { only });
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

  it('can run alone', async () => {
    for (const { id } of TEST_CASES)
      expect((await testPluginWith(null, { only: [id] })).map((one) => [one.case, one.status])).toEqual([
        [id, 'passed'],
      ]);
  });
});
