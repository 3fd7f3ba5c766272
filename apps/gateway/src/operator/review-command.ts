import {
  catalogue,
  invalidTransition,
  type Once,
  type ReleaseStatus,
  type ReplyOf,
  type RequestType,
  type ReviewReply,
} from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { Answer, Ask } from '../http/route.js';

export interface ReviewTarget {
  readonly plugin_id: string;
  readonly version: string;
  readonly by: string;
  readonly once?: Once;
}

/** A step of a reviewer, and the status that it leads to. */
export interface ReviewStep<Request> {
  readonly type: RequestType<Request, ReviewReply>;
  readonly to: ReleaseStatus;
}

/** Where every step of a reviewer begins (contract §5). Of what has gone on from here the desk hears by facts, a moment later. */
const atTheDesk: readonly ReleaseStatus[] = ['submitted', 'in_review'];

/**
 * A command at the reviewers' desk, answered with the release as the catalogue knows it afterwards. The catalogue is
 * asked first, so that what is absent is 404 at once, and what has left the desk is refused by where it stands now; and
 * asked again with the desk's revision, so that the caller reads its own write although catalogue and desk learn from
 * each other by facts.
 */
export async function reviewCommand<Request extends ReviewTarget>(
  { type, to }: ReviewStep<Request>,
  request: Request,
  ask: Ask,
): Promise<Answer<ReplyOf<typeof catalogue.getReleaseForStaff>>> {
  const { plugin_id, version } = request;
  const { reply: before } = await ask(catalogue.getReleaseForStaff, { plugin_id, version });
  const tooLate = atTheDesk.includes(before.status)
    ? null
    : Refused.with('catalogue.transition_invalid', invalidTransition(before.status, to));
  // Who repeats under an `Idempotency-Key` what was done in time gets the first answer, and the desk alone knows it.
  if (tooLate !== null && request.once === undefined) throw tooLate;
  const { reply, replayed } = await ask(type, request);
  if (tooLate !== null && !replayed) throw tooLate;
  const { reply: release } = await ask(catalogue.getReleaseForStaff, {
    plugin_id,
    version,
    after_review: reply.revision,
  });
  return { status: 200, body: release, replayed };
}
