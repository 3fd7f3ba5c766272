import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Json, Problem } from '@kushk/contracts';
import { blockingProblems } from '@kushk/manifest';
import { checkSubmission } from '../../../catalogue/src/release/submit-release/check-submission.js';
import { checkRelease } from '../../../installation/src/listing/evaluate-release/check-release.js';
import { manifests } from '@kushk/testing/manifest-generators';
import { PlainEvaluator } from '@kushk/runtime/evaluation';

interface Verdict {
  readonly submission: readonly Problem[];
  readonly instance: readonly Problem[];
}

const evaluator = new PlainEvaluator();

/** The hub's verdict on a submission: its problems, or the warnings if it is accepted. */
async function byHub(manifest: unknown, publisherId: string, production: boolean): Promise<Verdict> {
  const checked = await checkSubmission({ manifest: manifest as Json }, { publisherId, production }, evaluator);
  if (checked.accepted) return { submission: [], instance: checked.details.warnings };
  expect(checked.refusal.code).toBe('catalogue.manifest_invalid');
  return { submission: checked.refusal.params['problems'] as readonly Problem[], instance: [] };
}

/** The verdict of an instance with the plugin API of the manifest, as if the release had been signed and published. */
async function byInstance(
  manifest: unknown,
  { id, version, plugin_api }: Readonly<Record<string, unknown>>,
  production: boolean,
): Promise<Verdict> {
  const named = { pluginId: textOf(id), version: textOf(version) };
  const approval = {
    plugin_id: named.pluginId,
    version: named.version,
    manifest_digest: 'sha256:1',
    keyValidity: 'valid' as const,
  };
  const problems = await checkRelease(
    { manifest, manifestDigest: 'sha256:1', approval, ...named },
    { pluginApi: textOf(plugin_api), production },
    evaluator,
  );
  return {
    submission: problems.filter(({ stage }) => stage === 'submission'),
    instance: problems.filter(({ stage }) => stage === 'instance'),
  };
}

/** `String(value)` is not used, because it calls the value's own `toString`, which may throw. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

describe('a manifest', () => {
  it('gets the same problems in the same order from the hub and from an instance', async () => {
    const seen = { refused: 0, warned: 0, clean: 0 };
    await fc.assert(
      fc.asyncProperty(manifests, fc.boolean(), async (made, production) => {
        const manifest = JSON.parse(JSON.stringify(made)) as unknown;
        const members = ((typeof manifest === 'object' ? manifest : null) ?? {}) as Readonly<Record<string, unknown>>;
        const hub = await byHub(manifest, textOf(members['publisher']), production);
        seen[hub.submission.length > 0 ? 'refused' : hub.instance.length > 0 ? 'warned' : 'clean'] += 1;
        expect(await byInstance(manifest, members, production)).toEqual({
          submission: hub.submission,
          instance: blockingProblems(hub.instance),
        });
      }),
      { numRuns: 4_000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(80);
  });
});
