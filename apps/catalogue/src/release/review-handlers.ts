import { AppealRejectionHandler } from './appeal-rejection/appeal-rejection.handler.js';
import { CommentOnReleaseHandler } from './comment-on-release/comment-on-release.handler.js';
import { ListReleaseStatesHandler } from './list-release-states/list-release-states.handler.js';
import { OnChangesRequestedHandler } from './on-changes-requested/on-changes-requested.handler.js';
import { OnReleaseApprovedHandler } from './on-release-approved/on-release-approved.handler.js';
import { OnReleaseRejectedHandler } from './on-release-rejected/on-release-rejected.handler.js';
import { OnReviewGivenBackHandler } from './on-review-given-back/on-review-given-back.handler.js';
import { OnReviewTakenHandler } from './on-review-taken/on-review-taken.handler.js';

/** The steps of reviewers, in one reaction, what publishers answer to them, and what the queue shows of releases. */
export const reviewHandlers = [
  OnReviewTakenHandler,
  OnReviewGivenBackHandler,
  OnChangesRequestedHandler,
  OnReleaseApprovedHandler,
  OnReleaseRejectedHandler,
  CommentOnReleaseHandler,
  AppealRejectionHandler,
  ListReleaseStatesHandler,
];
