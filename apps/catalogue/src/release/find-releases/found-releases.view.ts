/** The releases of all publishers, for the operator's staff. */
import type { FoundRelease, ReleaseFilter, RolloutState, RowsOfPage } from '@kushk/contracts';
import { searchQuery } from '@kushk/text-search';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ReleaseStatusRow } from '../releases.view.js';
import type { StatusSummary, SubmissionSummary } from '../release-resource.js';

/** How many releases a search reads in their order before it uses the index of terms. */
const SCANNED_ROWS = 1_000;

/** The order of a page, and where it begins. */
interface Order {
  readonly afterStart: string;
  readonly orderBy: (alias: string) => string;
}
/** $1 status, $2 publisher, $3 plugin. */
const FILTERS = `($1::text is null or r.status = $1) and ($2::text is null or r.publisher_id = $2)
  and ($3::text is null or r.plugin_id = $3)`;
/** $4 key of the last release of the previous page. */
function orderOf(beyond: '<' | '>', direction: 'asc' | 'desc'): Order {
  const afterStart = `${FILTERS}
    and ($4::text is null or (r.submitted_at, r.stream_id) ${beyond}
      (select s.submitted_at, s.stream_id from release_statuses s where s.stream_id = $4))`;
  const orderBy = (alias: string): string =>
    `order by ${alias}.submitted_at ${direction}, ${alias}.stream_id ${direction}`;
  return { afterStart, orderBy };
}
/**
 * A release that changes gets another place, so $4 has the time of the change before the key: `<ISO 8601> <key>`. The
 * times sort as texts; the index `release_statuses_changed` has the expression.
 */
const CHANGED: Order = {
  afterStart: `${FILTERS} and ($4::text is null or (r.summary ->> 'updated_at', r.stream_id)
    < (split_part($4, ' ', 1), split_part($4, ' ', 2)))`,
  orderBy: (alias) => `order by ${alias}.summary ->> 'updated_at' desc, ${alias}.stream_id desc`,
};
const ORDERS = { newest: orderOf('<', 'desc'), oldest: orderOf('>', 'asc'), changed: CHANGED } as const;
const ANY = (): string => 'true';
/** The matches of the search $6 among the next rows; `is true` keeps PostgreSQL from using the index of terms here. */
const AMONG_NEXT = ({ afterStart, orderBy }: Order): string => `r.stream_id = any(array(
      select r.stream_id from release_statuses r where ${afterStart} ${orderBy('r')} limit ${SCANNED_ROWS}))
    and (r.terms @@ $6::tsquery) is true`;
/** Inside a subquery PostgreSQL assumes few matches of a text search, and uses the index of terms. */
const FROM_INDEX = (): string => `r.stream_id = any(array(
      select f.stream_id from release_statuses f where f.terms @@ (select $6::tsquery)))`;

/** Few releases are rolled out in stages at all. */
const STOPPED = `r.status = 'published' and r.stream_id = any(array(
  select o.stream_id from rollouts o where o.state in ('halted', 'ended')))`;

/** The page is selected before its submissions are looked up one by one, so that no others are read. */
function pageQuery(matches: (order: Order) => string, { order, isStopped }: PageOptions): string {
  return `
    select page.stream_id as key, submission.publisher_id, submission.names, submission.summary as submission,
      page.summary as status, rollout.state as rollout_state, rollout.resource -> 'percent' as rollout_percent
    from (select r.* from release_statuses r where ${order.afterStart}
      and ${isStopped ? STOPPED : 'true'} and ${matches(order)} ${order.orderBy('r')} limit $5) page
    cross join lateral (select * from submissions s where s.release_key = page.stream_id limit 1) submission
    left join rollouts rollout on rollout.stream_id = page.stream_id
    ${order.orderBy('page')}`;
}

interface PageOptions {
  readonly order: Order;
  readonly isStopped: boolean;
}
interface FoundRow {
  readonly key: string;
  readonly publisher_id: string;
  readonly names: FoundRelease['names'];
  readonly submission: SubmissionSummary;
  readonly status: StatusSummary;
  readonly rollout_state: RolloutState | null;
  readonly rollout_percent: number;
}
interface KeyedRelease {
  readonly key: string;
  readonly release: FoundRelease;
}
interface Position {
  /** The `key` of the last release of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

@Injectable()
export class FoundReleases {
  constructor(@InjectRepository(ReleaseStatusRow) private readonly statuses: Repository<ReleaseStatusRow>) {}

  /** Returns the releases that match all filters, in the order of `sort`. */
  async page(filter: ReleaseFilter, position: Position): Promise<RowsOfPage<KeyedRelease>> {
    const { q } = filter;
    if (q === null || q.trim() === '') return await this.read(ANY, filter, position);
    const search = searchQuery(q, '');
    if (search === null) return { rows: [], hasMore: false };
    // A frequent word fills the page from the next rows; for any other word the index of terms finds few rows.
    const scanned = await this.read(AMONG_NEXT, { ...filter, search }, position);
    return scanned.hasMore ? scanned : await this.read(FROM_INDEX, { ...filter, search }, position);
  }

  private async read(
    matches: (order: Order) => string,
    { status, publisher_id, plugin_id, search, rollout, sort }: Omit<ReleaseFilter, 'q'> & { readonly search?: string },
    { after, limit }: Position,
  ): Promise<RowsOfPage<KeyedRelease>> {
    const rows = await this.statuses.query<FoundRow[]>(
      pageQuery(matches, { order: ORDERS[sort ?? 'newest'], isStopped: rollout === 'stopped' }),
      [status, publisher_id, plugin_id, after, limit + 1, ...(search === undefined ? [] : [search])],
    );
    const keyed = rows.slice(0, limit).map(keyedRelease);
    const places = keyed.map(({ key, release }) => ({ key: `${release.updated_at} ${key}`, release }));
    return { rows: sort === 'changed' ? places : keyed, hasMore: rows.length > limit };
  }
}

function keyedRelease({ key, publisher_id, names, submission, status, ...row }: FoundRow): KeyedRelease {
  const { plugin_id, version, kind, requested_tier, submitted_at } = submission;
  const { rollout_state: state, rollout_percent: percent } = row;
  const { tier, status_reason, published_at, updated_at } = status;
  return {
    key,
    release: {
      plugin_id,
      names,
      version,
      publisher_id,
      kind,
      status: status.status,
      requested_tier,
      tier,
      status_reason,
      submitted_at,
      published_at,
      updated_at,
      rollout: state === null ? null : { state, percent },
    },
  };
}
