import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { itemsOf } from '@kushk/ui';
import { hasSources, type InboxFilter } from './inbox-filter.js';
import { groupsOf, mergedItems, withSettled, type InboxItem, type ItemGroup, type ListedProposal } from './items.js';
import { MOST_DECISIONS, proposalsQuery, sourcesQuery } from './queries.js';
import type { SettledHere } from './use-settled-here.js';

export interface Items {
  /** In the order of the list. */
  readonly items: readonly InboxItem[];
  /** The same rows by what the filter groups them by; null: one list. */
  readonly groups: readonly ItemGroup[] | null;
  /** All loaded proposals, also those that are not shown yet because unloaded sources may precede them. */
  readonly proposals: readonly ListedProposal[];
  readonly isLoading: boolean;
  /** Whether the rows are there, and no longer those of the former search or filter. */
  readonly isListed: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads the next page; null when everything is loaded. */
  readonly more: (() => void) | null;
  readonly hasMoreProposals: boolean;
}

interface LoadOptions {
  readonly settledHere: SettledHere;
  /** Loads all proposals that may be selected together, page by page. */
  readonly loadsAll: boolean;
  /** What is open. It has a row, also when it is not among what is loaded. */
  readonly shown: InboxItem | null;
}

/** The rows of the inbox. Groups are shown of all rows up to a limit, because each page may add to any of them. */
export function useItems(filter: InboxFilter, { settledHere, loadsAll, shown }: LoadOptions): Items {
  const proposals = useInfiniteQuery(proposalsQuery(filter));
  const withSources = hasSources(filter);
  const sources = useInfiniteQuery({ ...sourcesQuery(filter), enabled: withSources });
  const loaded = itemsOf(proposals) ?? [];
  const hasMoreSources = withSources && sources.hasNextPage;
  const merged = mergedItems(
    { items: loaded, hasMore: proposals.hasNextPage },
    { items: (withSources && itemsOf(sources)) || [], hasMore: hasMoreSources },
    filter.sort,
  );
  const isLoading = proposals.isLoading || sources.isLoading;
  const isListed = !isLoading && !proposals.isPlaceholderData && !(withSources && sources.isPlaceholderData);
  const withSettledHere = withSettled(merged, settledHere.items, filter.sort);
  const isMissing = isListed && shown !== null && !withSettledHere.some(({ id }) => id === shown.id);
  const listed = isMissing ? withSettled(withSettledHere, new Map([[shown.id, shown]]), filter.sort) : withSettledHere;
  const groups = filter.group === undefined ? null : groupsOf(listed, filter.group);
  const isIncomplete = proposals.hasNextPage && loaded.length < MOST_DECISIONS;
  const isGroupsIncomplete = groups !== null && hasMoreSources && merged.length < MOST_DECISIONS;
  const isAhead = groups !== null || loadsAll;
  useLoading(isAhead && isIncomplete && !proposals.isPlaceholderData, proposals);
  useLoading(isGroupsIncomplete && !sources.isPlaceholderData, sources);
  const more = (): void => {
    if (proposals.hasNextPage) void proposals.fetchNextPage();
    if (hasMoreSources) void sources.fetchNextPage();
  };
  return {
    ...{ groups, proposals: loaded, hasMoreProposals: proposals.hasNextPage },
    items: groups === null ? listed : groups.flatMap(({ items }) => items),
    ...{ isLoading, isListed },
    error: proposals.error ?? sources.error,
    retry: (): void => {
      void proposals.refetch();
      if (withSources) void sources.refetch();
    },
    more: proposals.hasNextPage || hasMoreSources ? more : null,
  };
}

interface PagedList {
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page as long as one is wanted. */
function useLoading(isWanted: boolean, { isFetching, isError, fetchNextPage }: PagedList): void {
  useEffect(() => {
    if (isWanted && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, isFetching, isError, fetchNextPage]);
}
