import { queryOptions, useQuery } from '@tanstack/react-query';
import { instanceApi, resultOf } from '@kushk/api-client';
import type { Show } from './inbox-filter.js';

/** The numbers of waiting items, read again when the list changes. */
export const countsOf = (list: 'proposals' | 'sources') =>
  queryOptions({
    queryKey: [list, 'counts'],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/inbox/counts', { signal })),
  });

/** Returns the numbers of waiting items, by filter. Each list changes its own number. */
export function useCounts(): Partial<Record<Show, number>> {
  const proposals = useQuery(countsOf('proposals')).data?.proposals;
  const sources = useQuery(countsOf('sources')).data?.sources;
  if (proposals === undefined || sources === undefined) return {};
  return { waiting: proposals.all + sources, mine: proposals.mine };
}
