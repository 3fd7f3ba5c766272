import { describe, expect, it } from '@jest/globals';
import { manifest } from '../example-release.js';
import { judgeSubmission, type SubmissionBody } from './judge-submission.js';

const judge = (body: SubmissionBody) => judgeSubmission(body, { publisherId: 'acme', production: true });
const code = (body: SubmissionBody) => {
  const judged = judge(body);
  return judged.accepted ? 'accepted' : judged.refusal.code;
};

describe('judging a submission', () => {
  it('takes absent and null words as empty', () => {
    for (const body of [
      { manifest },
      { manifest, notes: null, requested_tier: null },
      { manifest, notes: '', requested_tier: '' },
    ]) {
      expect(judge(body)).toMatchObject({ accepted: true, notes: '', requestedTier: '', manifest });
    }
  });

  it('looks at notes and tier first, and names both', () => {
    expect(judge({ manifest: {}, notes: 'x'.repeat(4001), requested_tier: 'gold' })).toMatchObject({
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
    expect(code({ manifest, notes: '👋'.repeat(4000) })).toBe('accepted');
    for (const tier of ['Verified', 7, [], ['verified'], {}])
      expect(code({ manifest, requested_tier: tier })).toBe('request.invalid');
  });

  it('lists every problem of the structure together, and a missing manifest is one', () => {
    const judged = judge({ manifest: { ...manifest, id: 'Invoices', version: '1', publisher: 'beta' } });
    if (judged.accepted) throw new Error('accepted');
    expect(judged.refusal.code).toBe('catalogue.manifest_invalid');
    const paths = (judged.refusal.params['problems'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/id', '/version']));
    for (const missing of [undefined, null, 'text', 7, []])
      expect(code({ manifest: missing })).toBe('catalogue.manifest_invalid');
  });

  it('warns of a host that is not public, which in production this machine is not either', () => {
    const there = { manifest: { ...manifest, base_url: 'https://localhost' } };
    expect(judge(there)).toMatchObject({
      accepted: true,
      warnings: [{ path: '/base_url', code: 'host_not_public', stage: 'instance' }],
    });
    expect(judgeSubmission(there, { publisherId: 'acme', production: false })).toMatchObject({
      accepted: true,
      warnings: [],
    });
  });

  it('refuses text in a manifest that has no canonical form', () => {
    for (const text of ['a\u0000b', '\ud800']) {
      expect(judge({ manifest: { ...manifest, summaries: { en: text } } })).toMatchObject({
        accepted: false,
        refusal: {
          code: 'catalogue.manifest_invalid',
          params: { problems: expect.arrayContaining([expect.objectContaining({ path: '/summaries/en' })]) },
        },
      });
    }
  });

  it('asks for the publisher of the key after the structure', () => {
    expect(judge({ manifest: { ...manifest, publisher: 'beta' } })).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.publisher_mismatch', params: { publisher: 'beta', expected: 'acme' } },
    });
  });

  it('offers what an instance would refuse as warnings', () => {
    const judged = judge({ manifest: { ...manifest, records: [{ type: 'invoice', schema: { type: 'object' } }] } });
    expect(judged).toMatchObject({ accepted: true, warnings: [{ stage: 'instance' }] });
  });

  it('lets a plain http address pass outside production only', () => {
    const local = { manifest: { ...manifest, base_url: 'http://localhost:8103' } };
    expect(code(local)).toBe('catalogue.manifest_invalid');
    expect(judgeSubmission(local, { publisherId: 'acme', production: false })).toMatchObject({ accepted: true });
  });
});
