import { describe, expect, it } from '@jest/globals';
import { releaseMoves, type DsseEnvelope, type ReleaseStatus, type ReviewStatus } from '@kushk/contracts';
import type { ReleaseApproval } from '@kushk/credentials';
import { fold, type Decision } from '@kushk/decider';
import { approveRelease, type ApproveRelease } from './approve-release/approve-release.js';
import { giveBackReview } from './give-back-review/give-back-review.js';
import { noteStanding } from './on-release-status-changed/note-standing.js';
import { requestReview } from './on-release-submitted/request-review.js';
import { closeReview } from './on-release-withdrawn-unpublished/close-review.js';
import { rejectRelease } from './reject-release/reject-release.js';
import { reviewStream, type Case, type Review, type ReviewFact } from './review.js';
import { takeReview } from './take-review/take-review.js';

const submitted: Case = {
  pluginId: 'ir.acme.invoices',
  version: '1.4.0',
  publisherId: 'acme',
  requestedTier: 'verified',
  submittedAt: '2026-11-20T08:00:00.000Z',
  manifestDigest: `sha256:${'a'.repeat(64)}`,
  image: null,
  previous: '1.3.0',
  diffClass: 'minor',
};
const rita = { pluginId: submitted.pluginId, version: submitted.version, by: 'rita', at: '2026-11-20T09:00:00.000Z' };
const sam = { ...rita, by: 'sam' };
const sign = (approval: ReleaseApproval): DsseEnvelope => ({
  payloadType: 'approval',
  payload: JSON.stringify(approval),
  signatures: [],
});
const approving: ApproveRelease = { ...rita, tier: 'community', notes: '', publish: false, sign };

const requested: ReviewFact = { type: 'ReviewRequested', data: submitted };
const taken: ReviewFact = { type: 'ReviewTaken', data: { ...rita, revision: 1 } };
const approved: ReviewFact = {
  type: 'ReleaseApproved',
  data: { ...rita, revision: 2, tier: 'community', notes: '', publish: false, approval: sign({} as ReleaseApproval) },
};
const rejected: ReviewFact = { type: 'ReleaseRejected', data: { ...rita, revision: 2, notes: 'No' } };
const withdrawn: ReviewFact = { type: 'ReleaseWithdrawn', data: { at: rita.at } };
const wayTo: Readonly<Record<ReviewStatus, readonly ReviewFact[]>> = {
  submitted: [requested],
  in_review: [requested, taken],
  approved: [requested, taken, approved],
  rejected: [requested, taken, rejected],
  withdrawn: [requested, withdrawn],
};
const statuses = Object.keys(wayTo) as ReviewStatus[];
const inStatus = (status: ReviewStatus): Review => fold(reviewStream, wayTo[status]);

interface Step {
  readonly from: ReviewStatus;
  readonly to: ReleaseStatus;
  readonly make: (
    review: Review,
    by?: string,
  ) => Decision<readonly ReviewFact[], { readonly status: string; readonly revision: number }>;
}
const steps: Readonly<Record<string, Step>> = {
  take: { from: 'submitted', to: 'in_review', make: (review, by = 'rita') => takeReview({ ...rita, by }, review) },
  'give back': {
    from: 'in_review',
    to: 'submitted',
    make: (review, by = 'rita') => giveBackReview({ ...rita, by }, review),
  },
  approve: {
    from: 'in_review',
    to: 'approved',
    make: (review, by = 'rita') => approveRelease({ ...approving, by }, review),
  },
  reject: {
    from: 'in_review',
    to: 'rejected',
    make: (review, by = 'rita') => rejectRelease({ ...rita, by, notes: 'Asks for too much' }, review),
  },
};

describe('the steps of a reviewer', () => {
  it.each(Object.entries(steps))('%s: moves the release and counts the step', (_name, { from, to, make }) => {
    const before = inStatus(from);
    const decision = make(before);
    if (!decision.accepted || before.status === 'absent') throw new Error('refused');
    expect(decision.reply).toMatchObject({
      plugin_id: submitted.pluginId,
      version: '1.4.0',
      status: to,
      revision: before.revision + 1,
    });
    expect(fold(reviewStream, decision.facts, before)).toMatchObject({ status: to, revision: before.revision + 1 });
    expect(releaseMoves[from]).toContain(to);
  });

  const refused = Object.entries(steps).flatMap(([name, step]) =>
    statuses.filter((status) => status !== step.from).map((status) => ({ name, step, status })),
  );
  it.each(refused)('$name: a release that is $status may not', ({ step, status }) => {
    expect(step.make(inStatus(status))).toEqual({
      accepted: false,
      refusal: {
        code: 'catalogue.transition_invalid',
        params: { from: status, to: step.to, allowed: releaseMoves[status] },
      },
    });
  });

  it.each(Object.entries(steps))('%s: nothing is known of a release that never came', (_name, { make }) => {
    expect(make({ status: 'absent' })).toEqual({
      accepted: false,
      refusal: { code: 'catalogue.release_not_found', params: { plugin_id: submitted.pluginId, version: '1.4.0' } },
    });
  });

  it.each(Object.entries(steps))('%s: another reviewer may not, while one holds the release', (_name, { make }) => {
    expect(make(inStatus('in_review'), 'sam')).toEqual({
      accepted: false,
      refusal: { code: 'review.taken_by_other', params: { taken_by: 'rita' } },
    });
  });

  it('lets another reviewer take what was given back', () => {
    const back = fold(reviewStream, [requested, taken, { type: 'ReviewGivenBack', data: { ...rita, revision: 2 } }]);
    expect(takeReview(sam, back)).toMatchObject({
      accepted: true,
      reply: { status: 'in_review', taken_by: 'sam', revision: 3 },
    });
  });
});

describe('the decision', () => {
  it('is signed over what was submitted, with the final tier', () => {
    const decision = approveRelease({ ...approving, publish: true, notes: 'Well done' }, inStatus('in_review'));
    if (!decision.accepted) throw new Error('refused');
    const [fact] = decision.facts;
    expect(fact?.data).toMatchObject({ tier: 'community', publish: true, notes: 'Well done', revision: 2 });
    expect(JSON.parse(fact?.data.approval.payload ?? '')).toEqual({
      plugin_id: submitted.pluginId,
      version: '1.4.0',
      manifest_digest: submitted.manifestDigest,
      image: null,
      tier: 'community',
      decided_at: rita.at,
      previous: '1.3.0',
    });
  });

  it.each(['', 'gold', 'Verified'])('needs a tier, and %j is none', (tier) => {
    const decision = approveRelease({ ...approving, tier: tier as 'community' }, inStatus('in_review'));
    expect(decision).toMatchObject({
      accepted: false,
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/tier' }] } },
    });
  });

  it.each(['', '  '])('needs notes to reject, and %j is none', (notes) => {
    const decision = rejectRelease({ ...rita, notes }, inStatus('in_review'));
    expect(decision).toMatchObject({
      accepted: false,
      refusal: { code: 'request.invalid', params: { problems: [{ path: '/notes', code: 'required' }] } },
    });
  });

  it('takes at most 4000 characters of notes', () => {
    expect(rejectRelease({ ...rita, notes: '✍'.repeat(4001) }, inStatus('in_review'))).toMatchObject({
      accepted: false,
      refusal: { code: 'request.invalid' },
    });
    expect(rejectRelease({ ...rita, notes: '✍'.repeat(4000) }, inStatus('in_review'))).toMatchObject({
      accepted: true,
    });
  });
});

describe('what the catalogue says', () => {
  it('brings a release to the desk once', () => {
    expect(requestReview(submitted, { status: 'absent' })).toEqual({
      accepted: true,
      facts: [requested],
      reply: 'requested',
    });
    for (const status of statuses)
      expect(requestReview(submitted, inStatus(status))).toEqual({ accepted: true, facts: [], reply: 'already_known' });
  });

  it('knows a release that came before the desk was told whose it is', () => {
    const { publisherId: _publisher, diffClass: _class, ...before } = submitted;
    const old = { type: 'ReviewRequested', data: before } as ReviewFact;
    expect(fold(reviewStream, [old, taken])).toMatchObject({ status: 'in_review', publisherId: '', diffClass: null });
  });

  it.each(statuses)('closes the case of a withdrawn release that is %s', (status) => {
    const before = inStatus(status);
    const decision = closeReview({ at: rita.at }, before);
    if (!decision.accepted) throw new Error('refused');
    expect(fold(reviewStream, decision.facts, before).status).toBe('withdrawn');
  });

  it('tells a reviewer who comes too late where the release stands', () => {
    const published = fold(reviewStream, [
      ...wayTo.approved,
      { type: 'StandingNoted', data: { standing: 'published', sequence: 4 } },
    ]);
    expect(takeReview(rita, published)).toMatchObject({
      refusal: { params: { from: 'published', to: 'in_review', allowed: ['suspended', 'withdrawn'] } },
    });
    expect(noteStanding({ standing: 'suspended', sequence: 4 }, published)).toEqual({
      accepted: true,
      facts: [],
      reply: 'already_known',
    });
    expect(noteStanding({ standing: 'suspended', sequence: 5 }, published)).toMatchObject({
      accepted: true,
      reply: 'noted',
    });
  });

  it('waits with what has overtaken the submission', () => {
    expect(closeReview({ at: rita.at }, { status: 'absent' })).toMatchObject({ accepted: false });
    expect(noteStanding({ standing: 'published', sequence: 1 }, inStatus('in_review'))).toMatchObject({
      accepted: false,
    });
  });
});
