import { answer, no } from '@kushk/broker';
import { review, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { reviewItem, Reviews } from '../reviews.view.js';
import { cursorOf, placeOf } from './queue-place.js';

@Controller()
export class ListReviewsHandler {
  constructor(private readonly reviews: Reviews) {}

  @MessagePattern(review.listReviews.subject)
  async answer({ status, limit, cursor }: RequestOf<typeof review.listReviews>): Promise<Outcome<ReplyOf<typeof review.listReviews>>> {
    const after = cursor === null ? null : placeOf(cursor);
    if (cursor !== null && after === null) return no('cursor.invalid');
    // One more than asked for tells whether there is a next page.
    const rows = await this.reviews.queue({ status, after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next = rows.length > limit && last !== undefined ? cursorOf({ submittedAt: last.submitted_at, key: last.stream_id }) : null;
    return answer({ items: items.map(reviewItem), next_cursor: next });
  }
}
