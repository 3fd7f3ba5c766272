/** The queue of the desk: every release that ever came, oldest first. */
import type { ReviewItem, ReviewStatus, Tier } from '@kushk/contracts';
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
  @Column('timestamptz', { transformer: { to: (time: string) => time, from: (time: Date) => time.toISOString() } }) submitted_at: string;
  @Column('text', { nullable: true }) taken_by: string | null;
}

export const reviewsView = stateView({
  entity: ReviewRow,
  of: reviewStream,
  row: (review) => (review.status === 'absent' ? null : reviewRow(review)),
});

@Injectable()
export class Reviews {
  constructor(@InjectRepository(ReviewRow) private readonly reviews: Repository<ReviewRow>) {}

  /** Up to `limit` reviews, oldest submission first, after the one with the key `after` (`<plugin_id>@<version>`). A review never leaves the queue. */
  async queue({ status, after, limit }: { readonly status: ReviewStatus | null; readonly after: string | null; readonly limit: number }): Promise<ReviewRow[]> {
    const queue = this.reviews.createQueryBuilder('review').orderBy('review.submitted_at').addOrderBy('review.stream_id').limit(limit);
    if (status !== null) queue.andWhere('review.status = :status', { status });
    if (after !== null) queue.andWhere('(review.submitted_at, review.stream_id) > (select submitted_at, stream_id from reviews where stream_id = :after)', { after });
    return await queue.getMany();
  }
}

export function reviewItem({ plugin_id, version, status, requested_tier, submitted_at, taken_by }: ReviewRow): ReviewItem {
  return { plugin_id, version, status, requested_tier, submitted_at, taken_by };
}
