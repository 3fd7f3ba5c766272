import { answer, no } from '@kushk/broker';
import { isStorableText, pageOfRows, review, startOf, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { reviewItem, Reviews } from '../reviews.view.js';

@Controller()
export class ListReviewsHandler {
  constructor(private readonly reviews: Reviews) {}

  @MessagePattern(review.listReviews.subject)
  async answer({ status, limit, cursor }: RequestOf<typeof review.listReviews>): Promise<Outcome<ReplyOf<typeof review.listReviews>>> {
    const after = startOf(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return no('cursor.invalid');
    // One more than asked for tells whether there is a next page.
    const { shown, next_cursor } = pageOfRows(await this.reviews.queue({ status, after, limit: limit + 1 }), limit, (row) => row.stream_id);
    return answer({ items: shown.map(reviewItem), next_cursor });
  }
}
