/** Which facts of the review service are in the audit (docs/reference/audit.md). */
import { audited, auditOf, notAudited, type AnyAudit } from '@kushk/audit';
import { reviewStream } from '../review/review.js';

const OF_CATALOGUE = 'the catalogue has it';

export const reviewAudits: readonly AnyAudit[] = [
  auditOf(reviewStream, {
    about: (_review, { id }) => ({ subject: { type: 'release', id, name: id }, organisationId: null }),
    facts: {
      ReviewRequested: notAudited(OF_CATALOGUE),
      ReviewTaken: audited('review.taken'),
      ReviewGivenBack: audited('review.given_back'),
      ReleaseApproved: audited('release.approved', ({ data: { tier, publish } }) => ({ details: { tier, publish } })),
      ReleaseRejected: audited('release.rejected'),
      ChangesRequested: audited('review.changes_requested', ({ data: { comments } }) => ({
        details: { comments: comments.length },
      })),
      PublisherCommented: notAudited(OF_CATALOGUE),
      RejectionAppealed: notAudited(OF_CATALOGUE),
      ReviewClosed: notAudited(OF_CATALOGUE),
      ReleaseStatusRecorded: notAudited(OF_CATALOGUE),
    },
  }),
];
