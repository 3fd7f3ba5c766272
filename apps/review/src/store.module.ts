import type { StoreDefinition } from '@kushk/event-store';
import { reviewStream } from './review/review.js';
import { reviewPublication } from './review/review.public.js';
import { ReviewRow, reviewsView } from './review/reviews.view.js';

/** Declares the event store of this service: its streams, views and publications. */
export const reviewStore: StoreDefinition = {
  service: 'review',
  streams: [reviewStream],
  views: [reviewsView],
  publications: [reviewPublication],
  entities: [ReviewRow],
  migrations: new URL('./migrations/', import.meta.url),
};
