import { answer, no } from '@kushk/broker';
import { isStorableText, pageOfRows, review, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { queuedReview, Reviews } from '../reviews.view.js';

@Controller()
export class ListReviewsHandler {
  constructor(private readonly reviews: Reviews) {}

  @MessagePattern(review.listReviews.subject)
  async answer({
    limit,
    cursor,
    ...filter
  }: RequestOf<typeof review.listReviews>): Promise<Outcome<ReplyOf<typeof review.listReviews>>> {
    const after = startOf(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return no('cursor.invalid');
    // One more than asked for tells whether there is a next page.
    const { shown, next_cursor } = pageOfRows(
      await this.reviews.queue({ ...filter, after, limit: limit + 1 }),
      limit,
      (row) => row.stream_id,
    );
    const at = now();
    return answer({ items: shown.map((row) => queuedReview(row, at)), next_cursor });
  }
}
