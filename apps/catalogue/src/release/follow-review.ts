/**
 * How the release follows the reviewers' desk. The desk numbers what it does with a release without gaps, and each
 * kind of its facts has a consumer of its own, so one may overtake another on its way here.
 */
import { refuse, type Refused } from '@kushk/decider';
import type { KnownRelease, Release } from './release.js';

/** What the desk says, whatever it says. */
export interface DeskWord {
  readonly reviewRevision: number;
  readonly by: string;
  readonly at: string;
}
/** Why a word of the desk changed nothing. */
export type Unmoved = 'already_known' | 'withdrawn_before';
export type Followed<S extends KnownRelease['status']> =
  { readonly next: Extract<KnownRelease, { status: S }> } | { readonly unmoved: Unmoved } | { readonly early: Refused };

/**
 * Whether this word is the next one for a release in this status, an old one, one that came after the release was
 * taken back (it changes nothing), or one that must wait for its predecessor: `catalogue.review_out_of_order`.
 */
export function followReview<S extends KnownRelease['status']>(
  release: Release,
  word: DeskWord,
  expected: S,
): Followed<S> {
  if (release.status === 'absent')
    return { early: refuse('catalogue.review_out_of_order', { seen: 0, got: word.reviewRevision }) };
  if (release.status === 'withdrawn') return { unmoved: 'withdrawn_before' };
  if (word.reviewRevision <= release.reviewRevision) return { unmoved: 'already_known' };
  if (word.reviewRevision > release.reviewRevision + 1 || release.status !== expected) {
    return {
      early: refuse('catalogue.review_out_of_order', { seen: release.reviewRevision, got: word.reviewRevision }),
    };
  }
  return { next: release as Extract<KnownRelease, { status: S }> };
}
