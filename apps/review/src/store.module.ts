import type { StoreDefinition } from '@kushk/event-store';
import { Views0001 } from './migrations/0001-views.js';
import { Choosing0002 } from './migrations/0002-choosing.js';
import { reviewStream } from './review/review.js';
import { reviewPublication } from './review/review.public.js';
import { ReviewRow, reviewsView } from './review/reviews.view.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const reviewStore: StoreDefinition = {
  service: 'review',
  streams: [reviewStream],
  views: [reviewsView],
  publications: [reviewPublication],
  entities: [ReviewRow],
  migrations: [Views0001, Choosing0002],
};
