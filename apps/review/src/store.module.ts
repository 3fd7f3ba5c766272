import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { reviewAudits } from './audit/review-audit.js';
import { reviewChanges } from './changes/review-changes.public.js';
import { reviewStream } from './review/review.js';
import { reviewPublication } from './review/review.public.js';
import { ReviewRow, reviewsView } from './review/reviews.view.js';

const streams = [reviewStream];

/** Declares the event store of this service: its streams, views and publications. */
export const reviewStore: StoreDefinition = {
  service: 'review',
  streams,
  views: [reviewsView, ...auditViews(streams, reviewAudits)],
  publications: [reviewPublication],
  listChanges: reviewChanges,
  entities: [ReviewRow, AuditEntryRow],
  migrations: new URL('./migrations/', import.meta.url),
};
