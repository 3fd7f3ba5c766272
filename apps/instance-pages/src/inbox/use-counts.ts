import { queryOptions, useQuery } from '@tanstack/react-query';
import { instanceApi, resultOf } from '@kushk/api-client';
import type { ProposedType, Show } from './inbox-filter.js';

/** What is counted; without a filter everything that waits. */
interface Counted {
  readonly q?: string;
  readonly plugin_id?: string;
  readonly record_type?: ProposedType;
  readonly stale?: 'true';
}

/** The numbers of waiting items, read again when the list changes. */
export const countsOf = (list: 'proposals' | 'sources', query: Counted = {}) =>
  queryOptions({
    queryKey: [list, 'counts', query],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/inbox/counts', { params: { query }, signal })),
  });

/** Returns the numbers of waiting items that match a filter, by tab. Each list changes its own number. */
export function useCounts(query?: Counted): Partial<Record<Show, number>> {
  const proposals = useQuery(countsOf('proposals', query)).data?.proposals;
  const sources = useQuery(countsOf('sources', query)).data?.sources;
  if (proposals === undefined || sources === undefined) return {};
  return { waiting: proposals.all + sources, mine: proposals.mine };
}
