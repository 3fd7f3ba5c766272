import type { ReactNode } from 'react';
import { EmptyState, Updating } from '../feedback/feedback.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { SearchX } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { MoreButton } from './more-button.js';
import { itemsOf, type ListResult } from './paged-query.js';
import { RowsSkeleton } from './rows-skeleton.js';

interface PagedListProps<Item> {
  readonly query: ListResult<Item>;
  /** Shown until the first page is there. */
  readonly skeleton?: ReactNode;
  /** Shown in place of the items when there are none: why, and what to do. */
  readonly empty: ReactNode;
  /** What was not loaded, in the words of the page; otherwise the title of the problem. */
  readonly failure?: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items of a list with what every list needs: loading, failure, nothing to show, more. */
export function PagedList<Item>({
  query,
  skeleton = <RowsSkeleton />,
  empty,
  failure,
  children,
}: PagedListProps<Item>): ReactNode {
  const { t } = useTexts();
  const title = failure !== undefined && { title: failure };
  const items = itemsOf(query);
  if (items === undefined) {
    if (query.isError) return <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} {...title} />;
    return skeleton;
  }
  return (
    <>
      {query.isRefetchError && <ProblemNotice error={query.error} onRetry={() => query.refetch()} {...title} />}
      {items.length > 0 ? (
        <Updating isUpdating={query.isPlaceholderData}>{children(items)}</Updating>
      ) : query.hasNextPage ? (
        <EmptyState icon={<SearchX />} title={t('lists.none_yet')}>
          {t('lists.none_yet.what')}
        </EmptyState>
      ) : (
        empty
      )}
      <MoreButton query={query} />
    </>
  );
}
