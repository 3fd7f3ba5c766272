/** Who can review a source that nobody has accepted yet (docs/reference/sources.md). */
import type { Viewer } from '../platform-record/visibility.js';
import type { ExistingSource } from './source.js';

/** The person who reviews a source, and the time of the review. */
export interface Reviewing {
  readonly organisationId: string;
  readonly person: Viewer;
  readonly at: string;
}

/** Returns true when the source belongs to the person's organisation and the person can see it before a review. */
export function canReview({ organisationId, person }: Reviewing, source: ExistingSource): boolean {
  if (source.organisationId !== organisationId) return false;
  return source.onBehalfOf === null || source.onBehalfOf === person.id || person.role === 'admin';
}
