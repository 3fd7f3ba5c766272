import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Inbox } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  changedFilters,
  digits,
  EmptyState,
  FilterBar,
  FilterCount,
  filterLink,
  FilterSelect,
  ListPanel,
  ListSearch,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  useTexts,
} from '@kushk/ui';
import { queueCountsQuery, queueQuery, type QueuedReview } from './queries.js';
import { useQueueColumns } from './queue-columns.js';
import { tiers, type QueueSearch, type QueueStatus } from './queue-search.js';
import classes from './queue-page.module.css';

const route = getRouteApi('/review');
const tabs = ['submitted', 'in_review', 'approved', 'rejected', 'withdrawn'] as const satisfies readonly QueueStatus[];
/** The API counts to this number; a count that reaches it may be higher. */
const COUNT_MAX = 1_000;
const NO_BREAK_SPACE = '\u00a0';

/** The releases that wait for a reviewer, oldest first, and those that were decided. */
export function QueuePage(): ReactNode {
  const { t, language } = useTexts();
  const search = route.useSearch();
  const queue = useInfiniteQuery(queueQuery(search));
  const { tier, q, mine = false } = search;
  // The list counts all statuses of its own filter; the other numbers are read beside it.
  const listed = queue.data?.pages[0]?.counts;
  const { data: others } = useQuery(queueCountsQuery({ tier, q, isMine: !mine }));
  const [counts, ofMine] = mine ? [others, listed] : [listed, others];
  const held = (ofMine?.submitted ?? 0) + (ofMine?.in_review ?? 0);
  const isWaiting = mine || (search.status ?? 'submitted') === 'submitted' || search.status === 'in_review';
  const summaryOf = (count: number) => ({ count, shown: countText(count, language) });
  return (
    <Page width="wide">
      <PagePath steps={[t('review.title')]} />
      <PageHead
        title={t('review.title')}
        // The line has its height before the counts are known, so that nothing below it moves.
        note={
          counts === undefined
            ? NO_BREAK_SPACE
            : t(mine ? 'review.summary.mine' : 'review.summary', summaryOf(mine ? held : counts.submitted))
        }
      />
      <ListPanel<QueuedReview>
        title={t('review.title')}
        isHeadless
        filters={<Filters search={search} counts={counts} held={held} />}
        query={queue}
        columns={useQueueColumns(isWaiting)}
        keyOf={(one) => `${one.plugin_id}@${one.version}`}
        linkOf={(one) => `/review/${encodeURIComponent(one.plugin_id)}/${encodeURIComponent(one.version)}`}
        empty={<Empty search={search} />}
      />
    </Page>
  );
}

/** «۱٬۰۰۰+» where the API stops counting. */
const countText = (count: number, language: 'fa' | 'en'): string =>
  count >= COUNT_MAX ? `${digits(COUNT_MAX, language)}+` : digits(count, language);

type Counts = Readonly<Record<(typeof tabs)[number], number>>;

interface Tab {
  readonly label: string;
  readonly next: QueueSearch;
  readonly count: number;
}

interface FiltersProps {
  readonly search: QueueSearch;
  readonly counts: Counts | undefined;
  /** How many releases wait for the signed-in reviewer. */
  readonly held: number;
}

function Filters({ search, counts, held }: FiltersProps): ReactNode {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const current = search.mine === true ? 'mine' : (search.status ?? 'submitted');
  const tab = (key: string, { label, next, count }: Tab): ReactNode => (
    <Link
      key={key}
      to="/review"
      search={next}
      className={filterLink}
      // Otherwise the link without a status would be the current one on the pages of the other ones, too.
      activeOptions={{ exact: true, includeSearch: true }}
      {...mark(current === key)}
    >
      {label}
      {count > 0 && <FilterCount>{countText(count, language)}</FilterCount>}
    </Link>
  );
  return (
    <>
      <FilterBar label={t('review.filters')}>
        {tabs.map((status) =>
          tab(status, {
            label: status === 'approved' ? t('review.approved.tab') : t(`release.status.${status}`),
            next: changed(search, { status, mine: undefined }),
            count: counts?.[status] ?? 0,
          }),
        )}
        {tab('all', { label: t('review.all'), next: changed(search, { status: 'all', mine: undefined }), count: 0 })}
        {tab('mine', {
          label: t('review.mine'),
          next: changed(search, { status: undefined, mine: true }),
          count: held,
        })}
      </FilterBar>
      <div className={classes.tools}>
        <FilterSelect
          label={t('review.tier')}
          all={t('review.tier.any')}
          value={search.tier}
          onChange={(tier) => void navigate({ to: '/review', search: changed(search, { tier }), replace: true })}
          options={tiers.map((value) => ({ value, label: t(`release.tier.${value}`) }))}
        />
        <ListSearch
          label={t('review.search')}
          value={search.q ?? ''}
          onSearch={(q) => void navigate({ to: '/review', search: changed(search, { q }), replace: true })}
        />
      </div>
    </>
  );
}

/** The filters with some of them changed. The first tab is not in the address. */
function changed(search: QueueSearch, change: Parameters<typeof changedFilters<QueueSearch>>[1]): QueueSearch {
  const { status } = change;
  return changedFilters(search, { ...change, ...(status === 'submitted' && { status: undefined }) });
}

const mark = (isCurrent: boolean) => (isCurrent ? ({ 'aria-current': 'page' } as const) : {});

function Empty({ search }: { readonly search: QueueSearch }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { status = 'submitted', mine, q, tier } = search;
  if (q !== undefined || tier !== undefined) {
    const clear = changedFilters<QueueSearch>(search, { q: undefined, tier: undefined });
    return <NothingFound onClear={() => void navigate({ to: '/review', search: clear, replace: true })} />;
  }
  const key = mine === true ? 'mine' : status === 'submitted' ? 'waiting' : 'other';
  return (
    <EmptyState icon={<Inbox />} title={t(`review.empty.${key}`)}>
      {t(`review.empty.${key}.what`)}
    </EmptyState>
  );
}
