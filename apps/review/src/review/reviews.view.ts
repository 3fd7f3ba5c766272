/** The review queue: every release whose review was ever requested, oldest submission first. */
import type { QueuedReview, QueueFilter, ReviewItem, ReviewStatus, RowsOfPage, Tier } from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { reviewItem } from './review-item.js';
import { reviewStream } from './review.js';

/** The columns are the values that the queue filters or sorts by; everything that it shows is in `item`. */
@Entity('reviews')
export class ReviewRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') status: ReviewStatus;
  @Column('text') requested_tier: Tier | '';
  @Column('timestamptz') submitted_at: Date;
  @Column('text', { nullable: true }) taken_by: string | null;
  @Column('json') item: ReviewItem;
}

export const reviewsView = stateView({
  entity: ReviewRow,
  of: reviewStream,
  row: (review) => {
    if (review.status === 'absent') return null;
    const item = reviewItem(review);
    const { status, requested_tier, taken_by } = item;
    return { status, requested_tier, submitted_at: new Date(item.submitted_at), taken_by, item };
  },
});

const MS_PER_SECOND = 1_000;

@Injectable()
export class Reviews {
  constructor(@InjectRepository(ReviewRow) private readonly reviews: Repository<ReviewRow>) {}

  /**
   * Returns a page of reviews, oldest submission first, after the key `after` (`<plugin_id>@<version>`). A review stays
   * in the table and keeps its position, so no review is skipped or repeated when one is decided between two page
   * requests.
   */
  async queue({
    status,
    requested_tier = null,
    taken_by = null,
    after,
    limit,
  }: QueueFilter & { readonly after: string | null; readonly limit: number }): Promise<RowsOfPage<ReviewRow>> {
    const queue = this.reviews
      .createQueryBuilder('review')
      .orderBy('review.submitted_at')
      .addOrderBy('review.stream_id');
    if (status !== null) queue.andWhere('review.status = :status', { status });
    if (requested_tier !== null) queue.andWhere('review.requested_tier = :requested_tier', { requested_tier });
    if (taken_by !== null) queue.andWhere('review.taken_by = :taken_by', { taken_by });
    if (after !== null)
      queue.andWhere(
        '(review.submitted_at, review.stream_id) > (select submitted_at, stream_id from reviews where stream_id = :after)',
        { after },
      );
    return await readPage(queue, { limit, bytes: 'octet_length(review.item::text)' });
  }
}

/** Adds the review's age at `now`. The age is 0, never negative, when `now` is before the submission time. */
export function queuedReview({ item }: ReviewRow, now: Date): QueuedReview {
  const ageMs = now.getTime() - Date.parse(item.submitted_at);
  return { ...item, age_seconds: Math.max(0, Math.floor(ageMs / MS_PER_SECOND)) };
}
