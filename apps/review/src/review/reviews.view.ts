/** The queue of the desk: every release that ever came, oldest first. */
import type { CapabilityDiff, QueuedReview, QueueFilter, ReviewStatus, Tier } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { reviewRow } from './review-resource.js';
import { reviewStream } from './review.js';

@Entity('reviews')
export class ReviewRow {
  /** `<plugin_id>@<version>` */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') status: ReviewStatus;
  @Column('text') requested_tier: Tier | '';
  @Column('timestamptz', { transformer: { to: (time: string) => time, from: (time: Date) => time.toISOString() } })
  submitted_at: string;
  @Column('text', { nullable: true }) taken_by: string | null;
  @Column('text') publisher_id: string;
  @Column('text') kind: 'external' | 'instance';
  @Column('text', { nullable: true }) diff_class: CapabilityDiff['class'] | null;
}

export const reviewsView = stateView({
  entity: ReviewRow,
  of: reviewStream,
  row: (review) => (review.status === 'absent' ? null : reviewRow(review)),
});

const MS_PER_SECOND = 1_000;

@Injectable()
export class Reviews {
  constructor(@InjectRepository(ReviewRow) private readonly reviews: Repository<ReviewRow>) {}

  /**
   * Up to `limit` reviews, oldest submission first, after the one with the key `after` (`<plugin_id>@<version>`). A review
   * never leaves the table nor changes its place, so a page begins where the last one ended whatever was decided meanwhile.
   */
  async queue({
    status,
    requested_tier = null,
    taken_by = null,
    after,
    limit,
  }: QueueFilter & { readonly after: string | null; readonly limit: number }): Promise<ReviewRow[]> {
    const queue = this.reviews
      .createQueryBuilder('review')
      .orderBy('review.submitted_at')
      .addOrderBy('review.stream_id')
      .limit(limit);
    if (status !== null) queue.andWhere('review.status = :status', { status });
    if (requested_tier !== null) queue.andWhere('review.requested_tier = :requested_tier', { requested_tier });
    if (taken_by !== null) queue.andWhere('review.taken_by = :taken_by', { taken_by });
    if (after !== null)
      queue.andWhere(
        '(review.submitted_at, review.stream_id) > (select submitted_at, stream_id from reviews where stream_id = :after)',
        { after },
      );
    return await queue.getMany();
  }
}

/** How it waits at the time `now`. A clock that stands behind the one of the submission makes nobody younger than 0. */
export function queuedReview({ stream_id: _key, ...item }: ReviewRow, now: Date): QueuedReview {
  const ageMs = now.getTime() - Date.parse(item.submitted_at);
  return { ...item, age_seconds: Math.max(0, Math.floor(ageMs / MS_PER_SECOND)) };
}
