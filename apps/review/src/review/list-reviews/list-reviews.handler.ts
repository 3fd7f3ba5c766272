import { queryHandler, respond } from '@kushk/broker';
import { isStorableText, pageOf, review, keyAfterCursor } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { queuedReview, Reviews } from '../reviews.view.js';

export const ListReviewsHandler = queryHandler(
  review.listReviews,
  { reviews: Reviews },
  async ({ limit, cursor, order, ...filter }, { reviews }) => {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const [read, counts] = await Promise.all([
      reviews.queue({ ...filter, order: order ?? 'oldest', after, limit }),
      reviews.counts(filter),
    ]);
    const at = now();
    const page = pageOf(read, { keyOf: (row) => row.stream_id, itemOf: (row) => queuedReview(row, at) });
    return respond({ ...page, counts });
  },
);
