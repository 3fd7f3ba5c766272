import { describe, expect, it } from '@jest/globals';
import type { UncheckedSubmission } from '@kushk/contracts';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { manifest } from '../../../test/example-release.js';
import { checkSubmission } from './check-submission.js';

const check = (body: UncheckedSubmission, production = true) =>
  checkSubmission(body, { publisherId: 'acme', production }, new PlainEvaluator());
const code = async (body: UncheckedSubmission, production = true) => {
  const checked = await check(body, production);
  return checked.accepted ? 'accepted' : checked.refusal.code;
};

describe('check submission', () => {
  it.each([{ manifest }, { manifest, notes: null, requested_tier: null }, { manifest, notes: '', requested_tier: '' }])(
    'treats missing, null and empty notes and tiers as empty: %j',
    async (body) => {
      expect(await check(body)).toMatchObject({ accepted: true, details: { notes: '', requestedTier: '' }, manifest });
    },
  );

  it('reports invalid notes and an invalid tier together, before it checks the manifest', async () => {
    expect(await check({ manifest: {}, notes: 'x'.repeat(4001), requested_tier: 'gold' })).toMatchObject({
      accepted: false,
      refusal: {
        code: 'request.invalid',
        params: {
          problems: [
            { path: '/notes', code: 'too_long' },
            { path: '/requested_tier', code: 'enum' },
          ],
        },
      },
    });
  });

  it('accepts notes of 4000 code points', async () => {
    expect(await code({ manifest, notes: '👋'.repeat(4000) })).toBe('accepted');
  });

  it.each(['Verified', 7, [[]], [['verified']], {}])('rejects the tier %j', async (requested_tier) => {
    expect(await code({ manifest, requested_tier })).toBe('request.invalid');
  });

  it('reports all problems of a manifest together, those of its structure as its reason', async () => {
    const wrong = { id: 'Invoices', version: '1', publisher: 'beta', sources: ['message'] };
    const checked = await check({ manifest: { ...manifest, ...wrong } });
    if (checked.accepted) throw new Error('accepted');
    expect(checked.refusal.code).toBe('catalogue.manifest_invalid');
    const paths = (checked.refusal.params['problems'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/id', '/version']));
    // What an instance would reject comes with them, so that all is corrected at once.
    expect(checked.refusal.params['warnings']).toMatchObject([{ path: '/sources/0', code: 'scope_missing' }]);
  });

  it.each([undefined, null, 'text', 7, [[]]])('rejects the manifest %j', async (wrong) => {
    expect(await code({ manifest: wrong })).toBe('catalogue.manifest_invalid');
  });

  it.each(['a\u0000b', '\ud800'])('rejects manifest text without a canonical JSON form: %j', async (text) => {
    expect(await check({ manifest: { ...manifest, summaries: { en: text } } })).toMatchObject({
      accepted: false,
      refusal: {
        code: 'catalogue.manifest_invalid',
        params: { problems: expect.arrayContaining([expect.objectContaining({ path: '/summaries/en' })]) },
      },
    });
  });

  it('rejects a manifest that names another publisher', async () => {
    expect(await check({ manifest: { ...manifest, publisher: 'beta' } })).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.publisher_mismatch', params: { publisher: 'beta', expected: 'acme' } },
    });
  });

  it('warns of parts of a manifest that an instance would reject', async () => {
    expect(
      await check({ manifest: { ...manifest, records: [{ type: 'invoice', schema: { type: 'object' } }] } }),
    ).toMatchObject({ accepted: true, details: { warnings: [{ stage: 'instance' }] } });
  });

  it('keeps the text of the manifest, with its comments', async () => {
    const source = `# ours\n${JSON.stringify(manifest)}`;
    expect(await check({ manifest, source })).toMatchObject({ accepted: true, details: { source } });
    expect(await check({ manifest })).toMatchObject({ accepted: true, details: { source: null } });
  });

  it.each([
    ['of another manifest', JSON.stringify({ ...manifest, version: '9.9.9' }), 'source_mismatch'],
    ['that is no YAML', '{', 'source_mismatch'],
    ['that hides its direction', `# \u202e\n${JSON.stringify(manifest)}`, 'text'],
    ['that is no text', 7, 'type'],
    ['that is longer than the limit', `# ${'x'.repeat(100_000)}\n${JSON.stringify(manifest)}`, 'too_long'],
  ])('rejects a text %s', async (_which, source, problem) => {
    expect(await check({ manifest, source })).toMatchObject({
      accepted: false,
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/source', code: problem }] } },
    });
  });

  it('warns of a local host only in production', async () => {
    const local = { manifest: { ...manifest, base_url: 'https://localhost' } };
    expect(await check(local)).toMatchObject({
      accepted: true,
      details: { warnings: [{ path: '/base_url', code: 'host_not_public', stage: 'instance' }] },
    });
    expect(await check(local, false)).toMatchObject({ accepted: true, details: { warnings: [] } });
  });

  it('accepts an http address only outside production', async () => {
    const local = { manifest: { ...manifest, base_url: 'http://localhost:8103' } };
    expect(await code(local)).toBe('catalogue.manifest_invalid');
    expect(await code(local, false)).toBe('accepted');
  });
});
