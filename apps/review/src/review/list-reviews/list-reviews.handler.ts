import { respond } from '@kushk/broker';
import { isStorableText, pageOf, review, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { queuedReview, Reviews } from '../reviews.view.js';

@Controller()
export class ListReviewsHandler {
  constructor(private readonly reviews: Reviews) {}

  @MessagePattern(review.listReviews.subject)
  async handle({
    limit,
    cursor,
    order,
    ...filter
  }: RequestOf<typeof review.listReviews>): Promise<Outcome<ReplyOf<typeof review.listReviews>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const [read, counts] = await Promise.all([
      this.reviews.queue({ ...filter, order: order ?? 'oldest', after, limit }),
      this.reviews.counts(filter),
    ]);
    const at = now();
    const page = pageOf(read, { keyOf: (row) => row.stream_id, itemOf: (row) => queuedReview(row, at) });
    return respond({ ...page, counts });
  }
}
