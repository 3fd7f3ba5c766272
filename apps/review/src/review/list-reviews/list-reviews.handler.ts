import { pageHandler, respond } from '@kushk/broker';
import { isStorableText, pageOf, review } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { queuedReview, Reviews } from '../reviews.view.js';

export const ListReviewsHandler = pageHandler(
  review.listReviews,
  { reviews: Reviews },
  async ({ limit, order, ...filter }, { reviews }, after) => {
    if (after !== null && !isStorableText(after)) return refuse('cursor.invalid');
    const [read, counts] = await Promise.all([
      reviews.queue({ ...filter, order: order ?? 'oldest', after, limit }),
      reviews.counts(filter),
    ]);
    const at = now();
    const page = pageOf(read, { keyOf: (row) => row.stream_id, itemOf: (row) => queuedReview(row, at) });
    return respond({ ...page, counts });
  },
);
