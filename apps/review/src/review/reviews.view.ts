/** The review queue: every release whose review was ever requested, oldest submission first. */
import {
  REVIEW_COUNT_MAX,
  REVIEW_STATUSES,
  type QueuedReview,
  type QueueFilter,
  type QueueOrder,
  type ReviewCounts,
  type ReviewItem,
  type ReviewStatus,
  type RowsOfPage,
  type Tier,
} from '@kushk/contracts';
import { readPage, stateView } from '@kushk/event-store';
import { searchQuery, searchVector } from '@kushk/text-search';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository, type SelectQueryBuilder } from 'typeorm';
import { reviewItem } from './review-item.js';
import { reviewStream } from './review.js';

/** The columns are the values that the queue filters or sorts by; everything that it shows is in `item`. */
@Entity('reviews')
export class ReviewRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') status: ReviewStatus;
  @Column('text') requested_tier: Tier | '';
  /** The place in the queue: the time of the submission, or `BEFORE_ALL` for a return that waits. */
  @Column('timestamptz') submitted_at: Date;
  @Column('text', { nullable: true }) taken_by: string | null;
  @Column('json') item: ReviewItem;
  /** What a text search finds. */
  @Column('tsvector', { select: false }) terms?: string;
}

export const reviewsView = stateView({
  entity: ReviewRow,
  of: reviewStream,
  row: (review) => {
    if (review.status === 'absent') return null;
    const item = reviewItem(review);
    const { status, requested_tier, taken_by, names, plugin_id, version, publisher_id } = item;
    const terms = searchVector([...Object.values(names), plugin_id, version, publisher_id], '');
    const isFirst = item.returned_from !== undefined && (status === 'submitted' || status === 'in_review');
    const submitted_at = isFirst ? BEFORE_ALL : new Date(item.submitted_at);
    return { status, requested_tier, submitted_at, taken_by, item, terms };
  },
});

/** A return mends a fault of a published version, so it comes before all submissions. */
const BEFORE_ALL = new Date(0);
const MS_PER_SECOND = 1_000;
/** How many rows of the queue a search reads in their order before it uses the index of terms. */
const SCANNED_ROWS = 1_000;

interface QueueQuery extends QueueFilter {
  readonly order: QueueOrder;
  readonly after: string | null;
  readonly limit: number;
}
type ReviewQuery = SelectQueryBuilder<ReviewRow>;
/** The index `reviews_queue_by_requester` has this expression. */
const OPEN_FOR = `review.status in ('submitted', 'in_review') and (review.taken_by = :open_for
  or (review.taken_by is null and review.item -> 'replaces' ->> 'requested_by' = :open_for))`;
const NO_ROWS: RowsOfPage<ReviewRow> = { rows: [], hasMore: false };

@Injectable()
export class Reviews {
  constructor(@InjectRepository(ReviewRow) private readonly reviews: Repository<ReviewRow>) {}

  /**
   * Returns a page of reviews in the order of their submission, after the key `after` (`<plugin_id>@<version>`). A
   * review stays in the table and keeps its position, so no review is skipped or repeated when one is decided between
   * two page requests.
   */
  async queue({ order, after, limit, ...filter }: QueueQuery): Promise<RowsOfPage<ReviewRow>> {
    const search = searchOf(filter);
    if (search === null) return NO_ROWS;
    const read = async (withSearch: (query: ReviewQuery) => ReviewQuery): Promise<RowsOfPage<ReviewRow>> => {
      const query = this.filtered(filter).andWhere(afterKey(order), { after });
      return await readPage(withSearch(inOrder(query, order)), { limit, bytes: 'octet_length(review.item::text)' });
    };
    if (search === '') return await read((query) => query);
    // A frequent word fills the page from the next rows; for any other word the index of terms finds few rows.
    const next = inOrder(this.filtered(filter), order).andWhere(afterKey(order), { after }).limit(SCANNED_ROWS);
    const scanned = await read((query) =>
      query
        .andWhere(`review.stream_id = any(array(${next.select('review.stream_id').getQuery()}))`, next.getParameters())
        .andWhere('(review.terms @@ :search::tsquery) is true', { search }),
    );
    if (scanned.hasMore || scanned.rows.length === limit) return scanned;
    return await read((query) => matching(query, search));
  }

  /** Counts the reviews of each status that match the other filters, at most `REVIEW_COUNT_MAX` of each status. */
  async counts({ status: _any, ...filter }: QueueFilter): Promise<ReviewCounts> {
    const search = searchOf(filter);
    const counts = REVIEW_STATUSES.map(async (status) => {
      if (search === null) return [status, 0] as const;
      const query = this.filtered({ ...filter, status });
      const rows = search === '' ? query : query.andWhere('review.terms @@ :search::tsquery', { search });
      const bounded = rows.select('1').limit(REVIEW_COUNT_MAX);
      const [found] = await this.reviews.manager
        .createQueryBuilder()
        .select('count(*)::int', 'count')
        .from(`(${bounded.getQuery()})`, 'found')
        .setParameters(bounded.getParameters())
        .getRawMany<{ count: number }>();
      return [status, found?.count ?? 0] as const;
    });
    return Object.fromEntries(await Promise.all(counts)) as unknown as ReviewCounts;
  }

  private filtered({ status, requested_tier = null, taken_by = null, open_for = null }: QueueFilter): ReviewQuery {
    const query = this.reviews.createQueryBuilder('review').where('true');
    if (status !== null) query.andWhere('review.status = :status', { status });
    if (requested_tier !== null) query.andWhere('review.requested_tier = :requested_tier', { requested_tier });
    if (taken_by !== null) query.andWhere('review.taken_by = :taken_by', { taken_by });
    if (open_for !== null) query.andWhere(OPEN_FOR, { open_for });
    return query;
  }
}

/** Returns a literal of type `tsquery`; '' when nothing is searched; null when no review can match. */
function searchOf({ q = null }: Pick<QueueFilter, 'q'>): string | null {
  return q === null || q.trim() === '' ? '' : searchQuery(q, '');
}

function inOrder(query: ReviewQuery, order: QueueOrder): ReviewQuery {
  const direction = order === 'oldest' ? 'ASC' : 'DESC';
  return query.orderBy('review.submitted_at', direction).addOrderBy('review.stream_id', direction);
}

/** The rows after the key `:after` in this order. */
function afterKey(order: QueueOrder): string {
  const comparison = order === 'oldest' ? '>' : '<';
  return `(:after::text is null or (review.submitted_at, review.stream_id) ${comparison}
    (select submitted_at, stream_id from reviews where stream_id = :after))`;
}

/** Inside a subquery PostgreSQL assumes few matches of a text search, and uses the index of terms. */
function matching(query: ReviewQuery, search: string): ReviewQuery {
  return query.andWhere(
    'review.stream_id = any(array(select f.stream_id from reviews f where f.terms @@ (select :search::tsquery)))',
    { search },
  );
}

/** Adds the review's age at `now`. The age is 0, never negative, when `now` is before the submission time. */
export function queuedReview({ item }: ReviewRow, now: Date): QueuedReview {
  const ageMs = now.getTime() - Date.parse(item.submitted_at);
  return { ...item, age_seconds: Math.max(0, Math.floor(ageMs / MS_PER_SECOND)) };
}
