/** Example histories of a review in every status, shared by the specs. */
import type { DsseEnvelope, ReviewStatus } from '@kushk/contracts';
import type { ReleaseApproval } from '@kushk/credentials';
import type { ReleaseUnderReview, ReviewFact } from '../src/review/review.js';
import type { ReviewerCommand } from '../src/review/reviewer-step.js';

export const release: ReleaseUnderReview = {
  pluginId: 'ir.acme.invoices',
  version: '1.4.0',
  publisherId: 'acme',
  names: { en: 'Invoices', fa: 'فاکتورها' },
  requestedTier: 'verified',
  submittedAt: '2026-11-20T08:00:00.000Z',
  manifestDigest: `sha256:${'a'.repeat(64)}`,
  image: null,
  previous: '1.3.0',
  diffClass: 'minor',
  provenance: {
    trust_id: 'tru_1',
    issuer: 'https://ci.example',
    claims: { repository: 'acme/invoices', sha: 'f00d' },
    public: true,
  },
};

/** Commands of two reviewers. In every example history, the release is assigned to Rita. */
export const byRita: ReviewerCommand = {
  pluginId: release.pluginId,
  version: release.version,
  by: 'rita',
  byName: 'Rita',
  at: '2026-11-20T09:00:00.000Z',
};
export const bySam: ReviewerCommand = { ...byRita, by: 'sam', byName: 'Sam' };

/** Signs nothing: the payload is the plain approval, so that a spec can read what would be signed. */
export const sign = (approval: ReleaseApproval): DsseEnvelope => ({
  payloadType: 'approval',
  payload: JSON.stringify(approval),
  signatures: [],
});

export const requested: ReviewFact = { type: 'ReviewRequested', data: release };
export const taken: ReviewFact = { type: 'ReviewTaken', data: { ...byRita, revision: 1 } };
export const givenBack: ReviewFact = { type: 'ReviewGivenBack', data: { ...byRita, revision: 2 } };
const approved: ReviewFact = {
  type: 'ReleaseApproved',
  data: { ...byRita, revision: 2, tier: 'community', notes: '', publish: false, approval: sign({} as ReleaseApproval) },
};
const rejected: ReviewFact = { type: 'ReleaseRejected', data: { ...byRita, revision: 2, notes: 'No' } };
export const appealed: ReviewFact = { type: 'RejectionAppealed', data: { at: '2026-11-21T09:00:00.000Z' } };
const closed: ReviewFact = { type: 'ReviewClosed', data: { at: byRita.at } };

/** The facts that lead a review to each status. */
export const historyTo: Readonly<Record<ReviewStatus, readonly ReviewFact[]>> = {
  submitted: [requested],
  in_review: [requested, taken],
  approved: [requested, taken, approved],
  rejected: [requested, taken, rejected],
  withdrawn: [requested, closed],
};
export const statuses = Object.keys(historyTo) as ReviewStatus[];
export const statusesExcept = (...excluded: readonly ReviewStatus[]): ReviewStatus[] =>
  statuses.filter((status) => !excluded.includes(status));
