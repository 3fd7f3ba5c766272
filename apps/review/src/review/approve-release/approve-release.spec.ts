import { describe, expect, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { given } from '@kushk/testing/given';
import { byRita, bySam, historyTo, release, sign, statusesExcept } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { approveRelease, type ApproveRelease } from './approve-release.js';

const approval: ApproveRelease = { ...byRita, tier: 'community', notes: '', publish: false, sign };
const inReview = given(reviewStream, ...historyTo.in_review);

describe('approve release', () => {
  it('records the tier, the notes and the request to publish, with the next revision number', () => {
    const { facts } = inReview
      .when((review) => approveRelease({ ...approval, publish: true, notes: 'Well done' }, review))
      .thenReplies({ status: 'approved', revision: 2 });
    expect(facts).toMatchObject([
      { type: 'ReleaseApproved', data: { tier: 'community', publish: true, notes: 'Well done', revision: 2 } },
    ]);
  });

  const signedIn = (state: typeof inReview): Readonly<Record<string, unknown>> => {
    const { facts } = state.when((review) => approveRelease(approval, review));
    const { approval: envelope } = facts[0]!.data as { approval: { payload: string } };
    return JSON.parse(envelope.payload) as Readonly<Record<string, unknown>>;
  };

  it('signs exactly what was submitted, with the final tier', () => {
    expect(signedIn(inReview)).toEqual({
      plugin_id: release.pluginId,
      version: '1.4.0',
      manifest_digest: release.manifestDigest,
      image: null,
      tier: 'community',
      decided_at: byRita.at,
      previous: '1.3.0',
      provenance: {
        digest: canonicalDigest(release.provenance),
        shown: { issuer: 'https://ci.example', claims: { repository: 'acme/invoices', sha: 'f00d' } },
      },
    });
  });

  it.each([
    ['the digest alone of a provenance that is not public', { ...release.provenance!, public: false }],
    ['no provenance of a release that no trust let in', null],
    ['no provenance of a release that a version before it submitted', undefined],
  ])('signs %s', (_what, provenance) => {
    const { provenance: _, ...before } = release;
    const requested = provenance === undefined ? before : { ...before, provenance };
    const [, ...later] = historyTo.in_review;
    const digest = provenance ? { digest: canonicalDigest(provenance), shown: null } : null;
    expect(signedIn(given(reviewStream, { type: 'ReviewRequested', data: requested }, ...later))).toMatchObject({
      provenance: digest,
    });
  });

  it.each(['', 'gold', 'Verified'])('rejects the unknown tier %j', (tier) => {
    const { decision } = inReview
      .when((review) => approveRelease({ ...approval, tier: tier as 'community' }, review))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({ refusal: { params: { problems: [{ path: '/tier' }] } } });
  });

  it('rejects a release that is assigned to another reviewer', () => {
    inReview
      .when((review) => approveRelease({ ...approval, by: bySam.by }, review))
      .thenRefuses('review.taken_by_other', { taken_by: 'rita', taken_by_name: 'Rita' });
  });

  it.each(statusesExcept('in_review'))('rejects a release in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => approveRelease(approval, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'approved',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects a release whose review was never requested', () => {
    given(reviewStream)
      .when((review) => approveRelease(approval, review))
      .thenRefuses('catalogue.release_not_found', { plugin_id: release.pluginId, version: '1.4.0' });
  });
});
