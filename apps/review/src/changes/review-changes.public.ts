/** Which lists of the operator API change with the facts of the review service. */
import { listChangesOf, type ListChanges } from '@kushk/event-store';
import { reviewStream } from '../review/review.js';

export const reviewChanges: readonly ListChanges[] = [
  listChangesOf(reviewStream, () => [{ audience: 'staff', lists: ['reviews', 'releases', 'audit'] }]),
];
