import { describe, expect, it } from '@jest/globals';
import type { JsonObject, Problem } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { problemOf } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { releaseIn, manifest as external } from '../../../test/example-release.js';
import { DEFAULT_QUOTAS } from '@kushk/runtime';
import { pluginStream } from '../../plugin/plugin.js';
import { publisherQuotaStream } from '../../publisher/publisher-quota.js';
import { releaseStream } from '../release.js';
import { SubmissionPreparer, type InspectedImage } from './submission-preparer.js';

const { base_url: _external, ...rest } = external;
const image = `reg.example/acme/box@sha256:${'a'.repeat(64)}`;
const manifest = { ...rest, kind: 'instance', image, egress: [] };
const details = { reference: image, platforms: [] };
const identity = {
  publisherId: 'acme',
  releaseId: 'rel_1',
  quotas: DEFAULT_QUOTAS,
  provenance: null,
  at: '2026-11-20T08:00:00.000Z',
};
const problem = (code: 'image_missing' | 'image_runs_as_root'): Problem =>
  problemOf('submission', { path: '/image', code });

/** A preparer, and how often it has asked for an image. */
function preparerWith(inspected: InspectedImage | null, history?: ReturnType<typeof releaseIn>) {
  const [, ...releaseFacts] = history?.release ?? [releaseStream];
  const [, ...pluginFacts] = history?.plugin ?? [pluginStream];
  const plugin = fold(pluginStream, pluginFacts);
  const counted = { lookups: 0 };
  const preparer = new SubmissionPreparer(
    {
      loadPlugin: () => Promise.resolve(plugin),
      loadStates: () =>
        Promise.resolve({
          quota: publisherQuotaStream.initial,
          plugin,
          release: fold(releaseStream, releaseFacts),
          replaced: releaseStream.initial,
        }),
      manifestOf: () => Promise.resolve(external),
      countInstances: () => Promise.resolve({ registered: 1, compatible: 1 }),
    },
    {
      inspect: () => {
        counted.lookups += 1;
        return Promise.resolve(inspected);
      },
    },
    { production: false, evaluator: new PlainEvaluator() },
  );
  return { counted, prepare: (body: JsonObject) => preparer.prepare({ manifest: body }, identity) };
}

describe('the preparation of a submission', () => {
  it('adds what the registry has to the submission, and its advice to the warnings', async () => {
    const advice = problem('image_runs_as_root');
    const { prepare } = preparerWith({ problems: [advice], details });
    expect(await prepare(manifest)).toMatchObject({ command: { details: { image: details, warnings: [advice] } } });
  });

  it('rejects an image that the registry does not have, with the errors alone', async () => {
    const problems = [problem('image_missing'), problem('image_runs_as_root')];
    const { prepare } = preparerWith({ problems, details: null });
    expect(await prepare(manifest)).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.manifest_invalid', params: { problems: [problems[0]] } },
    });
  });

  it('rejects for a while when the registry cannot be asked', async () => {
    expect(await preparerWith(null).prepare(manifest)).toMatchObject({ refusal: { code: 'registry.unavailable' } });
  });

  it.each([
    ['an external plugin', external, undefined],
    ['a manifest with a problem', { ...manifest, version: 'one' }, undefined],
    ['a version that was already submitted', manifest, releaseIn('submitted')],
  ])('looks up no image for %s', async (_what, body, history) => {
    const { prepare, counted } = preparerWith(null, history);
    await prepare(body);
    expect(counted.lookups).toBe(0);
  });
});
