import { respond } from '@kushk/broker';
import { isStorableText, pageOfRows, review, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
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
    ...filter
  }: RequestOf<typeof review.listReviews>): Promise<Outcome<ReplyOf<typeof review.listReviews>>> {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    // Reading one row more than the page size shows whether there is a next page.
    const { pageRows, next_cursor } = pageOfRows(
      await this.reviews.queue({ ...filter, after, limit: limit + 1 }),
      limit,
      (row) => row.stream_id,
    );
    const at = now();
    return respond({ items: pageRows.map((row) => queuedReview(row, at)), next_cursor });
  }
}
