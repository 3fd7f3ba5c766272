import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { approval, manifest, releaseAfter, sign, standingIn, submitted, taken } from './example-release.js';
import { approveRelease, type ApproveRelease } from './on-release-approved/approve-release.js';
import { rejectRelease } from './on-release-rejected/reject-release.js';
import { returnReview } from './on-review-given-back/return-review.js';
import { startReview } from './on-review-taken/start-review.js';
import { releaseStream } from './release.js';

const first = { reviewRevision: 1, by: 'rita', at: '2026-11-20T09:00:00.000Z' };
const second = { ...first, reviewRevision: 2, at: '2026-11-20T09:10:00.000Z' };
const approving: ApproveRelease = {
  ...second,
  pluginId: manifest.id,
  version: manifest.version,
  tier: 'community',
  notes: '',
  approval,
  publish: false,
  manifest,
  sign,
};

describe('a release follows the reviewers desk', () => {
  it('is in review once a reviewer has taken it, and waits again when it is given back', () => {
    const started = startReview(first, releaseAfter([submitted]));
    expect(started).toEqual({ accepted: true, facts: [{ type: 'ReviewStarted', data: first }], reply: 'in_review' });
    const returned = returnReview(second, releaseAfter([submitted, taken]));
    expect(returned).toEqual({ accepted: true, facts: [{ type: 'ReviewReturned', data: second }], reply: 'submitted' });
    const again = fold(releaseStream, [{ type: 'ReviewReturned', data: second }], releaseAfter([submitted, taken]));
    expect(startReview({ ...first, reviewRevision: 3 }, again)).toMatchObject({ accepted: true, reply: 'in_review' });
  });

  it('is approved with the tier and the signature of the desk', () => {
    const decision = approveRelease(approving, standingIn('in_review'));
    expect(decision).toMatchObject({
      accepted: true,
      reply: 'approved',
      facts: { plugin: [], release: [{ type: 'ReleaseApproved', data: { tier: 'community', approval } }] },
    });
  });

  it('goes to the fleet in the same decision where the reviewer asked for it', () => {
    const decision = approveRelease({ ...approving, publish: true }, standingIn('in_review'));
    if (!decision.accepted) throw new Error('refused');
    expect(decision.reply).toBe('published');
    expect(decision.facts.release.map((fact) => fact.type)).toEqual(['ReleaseApproved', 'ReleasePublished']);
    expect(decision.facts.plugin).toMatchObject([
      { type: 'StatementIssued', data: { sequence: 1, status: 'published' } },
    ]);
    expect(decision.facts.release[1]).toMatchObject({ data: { notice: { tier: 'community', approval, manifest } } });
  });

  it('is rejected with the reviewer note', () => {
    expect(rejectRelease({ ...second, notes: 'Too broad' }, releaseAfter([submitted, taken]))).toMatchObject({
      accepted: true,
      facts: [{ type: 'ReleaseRejected', data: { notes: 'Too broad' } }],
    });
  });

  it('is not moved by a word that comes after its withdrawal', () => {
    const { release, plugin } = standingIn('withdrawn');
    expect(startReview(first, release)).toEqual({ accepted: true, facts: [], reply: 'withdrawn_before' });
    expect(returnReview(second, release)).toEqual({ accepted: true, facts: [], reply: 'withdrawn_before' });
    expect(rejectRelease({ ...second, notes: 'No' }, release)).toEqual({
      accepted: true,
      facts: [],
      reply: 'withdrawn_before',
    });
    expect(approveRelease({ ...approving, publish: true }, { release, plugin })).toEqual({
      accepted: true,
      facts: { release: [], plugin: [] },
      reply: 'withdrawn_before',
    });
  });

  it('is not moved by a word that it has heard before', () => {
    expect(startReview(first, releaseAfter([submitted, taken]))).toEqual({
      accepted: true,
      facts: [],
      reply: 'already_known',
    });
    expect(approveRelease(approving, standingIn('published'))).toMatchObject({
      accepted: true,
      facts: { release: [] },
      reply: 'already_known',
    });
  });

  it('lets a word wait that has overtaken its predecessor', () => {
    const early = { accepted: false, refusal: { code: 'catalogue.review_out_of_order', params: { seen: 0, got: 2 } } };
    const release = releaseAfter([submitted]);
    expect(approveRelease(approving, { release, plugin: standingIn('submitted').plugin })).toEqual(early);
    expect(rejectRelease({ ...second, notes: 'No' }, release)).toEqual(early);
    expect(startReview(first, { status: 'absent' })).toMatchObject({
      accepted: false,
      refusal: { code: 'catalogue.review_out_of_order' },
    });
  });
});
