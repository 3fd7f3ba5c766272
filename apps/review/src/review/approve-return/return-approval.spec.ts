import { describe, expect, it } from '@jest/globals';
import {
  approvalDigest,
  canonicalDigest,
  newSigningKey,
  publicJwk,
  releaseStatement,
  signDsse,
} from '@kushk/credentials';
import { fold } from '@kushk/decider';
import { byRita, release } from '../../../test/example-review.js';
import { reviewStream, type ApprovedReview, type ReviewFact } from '../review.js';
import { returnApproval } from './return-approval.js';

const key = newSigningKey();
const keys = { keys: [publicJwk(key)] };
const manifest = { id: release.pluginId, version: '1.4.0', names: { en: 'Invoices' } };
const at = '2026-11-21T10:00:00.000Z';

/** The review of a version with this content, approved by Rita with the tier `verified`. */
function approvedAs(content: typeof manifest, basis?: Parameters<typeof releaseStatement>[0]['basis']) {
  const { payloadType, payload } = releaseStatement({
    plugin_id: release.pluginId,
    version: content.version,
    manifest_digest: canonicalDigest(content),
    image: null,
    tier: 'verified',
    decided_at: byRita.at,
    previous: null,
    provenance: null,
    ...(basis !== undefined && { basis }),
  });
  const approval = signDsse(key, payloadType, payload);
  const step = { ...byRita, version: content.version };
  const approved = {
    type: 'ReleaseApproved',
    data: { ...step, revision: 2, tier: 'verified', notes: '', publish: true, approval },
  } as const satisfies ReviewFact;
  const requested = { ...release, version: content.version, manifestDigest: canonicalDigest(content) };
  const facts: readonly ReviewFact[] = [
    { type: 'ReviewRequested', data: requested },
    { type: 'ReviewTaken', data: { ...step, revision: 1 } },
    approved,
  ];
  return { review: fold(reviewStream, facts) as ApprovedReview, approved: approved.data };
}
const first = approvedAs(manifest);
const request = { ...first, manifest: { ...manifest, version: '2.0.1' }, previous: '2.0.0', at, keys };

describe('the approval of a return', () => {
  it('has the tier of the reviewer, the content under the new version, and names the approval that it repeats', () => {
    const basis = {
      version: '1.4.0',
      approval_digest: approvalDigest(first.approved.approval),
      decided_at: byRita.at,
    };
    expect(returnApproval(request)).toEqual({
      approval: {
        plugin_id: release.pluginId,
        version: '2.0.1',
        manifest_digest: canonicalDigest(request.manifest),
        image: null,
        tier: 'verified',
        decided_at: at,
        previous: '2.0.0',
        provenance: null,
        basis,
      },
      basis,
    });
  });

  it.each([
    ['another text', { ...request.manifest, names: { en: 'Bills' } }],
    ['the id of another plugin', { ...request.manifest, id: 'ir.acme.bills' }],
    ['a further field', { ...request.manifest, base_url: 'https://elsewhere.example' }],
    ['no version', { id: manifest.id, names: manifest.names }],
  ])('is refused for a manifest with %s, which no reviewer has read', (_title, other) => {
    expect(returnApproval({ ...request, manifest: other })).toBeNull();
  });

  it('names the first approval in a return to a return', () => {
    const { basis } = returnApproval(request)!;
    const again = {
      ...approvedAs({ ...manifest, version: '2.0.1' }, basis),
      manifest: { ...manifest, version: '2.0.2' },
    };
    expect(returnApproval({ ...request, ...again })?.basis).toEqual(basis);
  });
});
