import { queryOptions, useQuery } from '@tanstack/react-query';
import { instanceApi, resultOf } from '@kushk/api-client';
import type { InboxFilter, Show } from './inbox-filter.js';

/** The numbers of waiting items, read again when the list changes. */
export const countsOf = (list: 'proposals' | 'sources', { q, plugin, type, stale }: InboxFilter = {}) => {
  const query = {
    ...(q !== undefined && { q }),
    ...(plugin !== undefined && { plugin_id: plugin }),
    ...(type !== undefined && { record_type: type }),
    ...(stale && { stale: 'true' as const }),
  };
  return queryOptions({
    queryKey: [list, 'counts', query],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/inbox/counts', { params: { query }, signal })),
  });
};

/** Returns the numbers of waiting items that match a filter, by tab. Each list changes its own number. */
export function useCounts(filter: InboxFilter = {}): Partial<Record<Show, number>> {
  const proposals = useQuery(countsOf('proposals', filter)).data?.proposals;
  const sources = useQuery(countsOf('sources', filter)).data?.sources;
  if (proposals === undefined || sources === undefined) return {};
  return { waiting: proposals.all + sources, mine: proposals.mine };
}
