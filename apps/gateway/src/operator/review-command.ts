import {
  catalogue,
  invalidTransition,
  type RequestIdempotency,
  type ReleaseStatus,
  type ReplyOf,
  type RequestType,
  type ReviewReply,
} from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { RouteResponse, SendRequest } from '../http/route.js';

export interface ReviewCommand {
  readonly plugin_id: string;
  readonly version: string;
  readonly by: string;
  readonly idempotency?: RequestIdempotency;
}

/** A review command and the release status that it leads to. */
export interface ReviewStep<Request> {
  readonly type: RequestType<Request, ReviewReply>;
  readonly to: ReleaseStatus;
}

/**
 * The release statuses in which a review can change. The catalogue's status is checked, because facts about later
 * statuses reach the review service with a delay.
 */
const IN_REVIEW_QUEUE: readonly ReleaseStatus[] = ['submitted', 'in_review'];

/**
 * Runs a review command and returns the catalogue's state of the release after it.
 *
 * The catalogue is first read before the command: an absent release results in 404, and a release that has left
 * review is rejected with its current status. The read after the command waits until the catalogue has consumed the
 * new revision of the review, because the services exchange facts with a delay.
 */
export async function runReviewCommand<Request extends ReviewCommand>(
  { type, to }: ReviewStep<Request>,
  request: Request,
  send: SendRequest,
): Promise<RouteResponse<ReplyOf<typeof catalogue.getReleaseForStaff>>> {
  const { plugin_id, version } = request;
  const { reply: before } = await send(catalogue.getReleaseForStaff, { plugin_id, version });
  const refusal = IN_REVIEW_QUEUE.includes(before.status)
    ? null
    : Refused.with('catalogue.transition_invalid', invalidTransition(before.status, to));
  // The release may have left review because of the same command, sent earlier. A repeat with the same
  // Idempotency-Key then gets the first reply, which only the review service has.
  if (refusal !== null && request.idempotency === undefined) throw refusal;
  const { reply, replayed } = await send(type, request);
  if (refusal !== null && !replayed) throw refusal;
  const { reply: release } = await send(catalogue.getReleaseForStaff, {
    plugin_id,
    version,
    after_review: reply.revision,
  });
  return { status: 200, body: release, replayed };
}
