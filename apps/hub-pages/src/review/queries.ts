/** The requests of the review pages. */
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { operatorApi, resultOf, type OperatorComponents } from '@kushk/api-client';
import { itemsOf, pagedQuery } from '@kushk/ui';
import type { QueueSearch } from './queue-search.js';

type Schemas = OperatorComponents['schemas'];
export type QueuedReview = Schemas['ListedReview'];
export type Release = Schemas['ReleaseForStaff'];
export type ReleaseEvent = Schemas['ReleaseEvent'];

/** Waiting releases are listed oldest first, because they are reviewed in this order; all others newest first. */
export const queueQuery = ({ status = 'submitted', tier, mine, q }: QueueSearch) =>
  pagedQuery(['reviews', { status, tier, mine, q }], (page, signal) =>
    resultOf(
      operatorApi.GET('/operator/v1/reviews', {
        params: {
          query: {
            ...page,
            ...(mine === true ? { open_for: 'me' } : status !== 'all' && { status }),
            ...(tier !== undefined && { requested_tier: tier }),
            ...(q !== undefined && { q }),
            order: status === 'submitted' || status === 'in_review' || mine === true ? 'oldest' : 'newest',
          },
        },
        signal,
      }),
    ),
  );

interface CountFilter {
  readonly tier: QueueSearch['tier'] | undefined;
  readonly q: string | undefined;
  readonly isMine: boolean;
}

/** How many releases there are in each status: of all, or of those that wait for the signed-in reviewer. */
export const queueCountsQuery = ({ tier, q, isMine }: CountFilter) =>
  queryOptions({
    queryKey: ['reviews', 'counts', { tier, q, isMine }],
    queryFn: async ({ signal }) => {
      const query = {
        limit: 1,
        ...(tier !== undefined && { requested_tier: tier }),
        ...(q !== undefined && { q }),
        ...(isMine && { open_for: 'me' }),
      };
      return (await resultOf(operatorApi.GET('/operator/v1/reviews', { params: { query }, signal }))).counts;
    },
  });

export interface ReleaseKey {
  readonly plugin: string;
  readonly version: string;
}
const RELEASE = '/operator/v1/releases/{plugin_id}/{version}';
const pathOf = ({ plugin, version }: ReleaseKey) => ({ params: { path: { plugin_id: plugin, version } } });

export const releaseQuery = (key: ReleaseKey) =>
  queryOptions({
    queryKey: ['releases', key.plugin, key.version],
    queryFn: () => resultOf(operatorApi.GET(RELEASE, pathOf(key))),
  });

const HISTORY_ITEMS = 200;
export const historyQuery = (key: ReleaseKey) =>
  pagedQuery(
    ['releases', key.plugin, key.version, 'history'],
    (query, signal) =>
      resultOf(operatorApi.GET(`${RELEASE}/history`, { params: { ...pathOf(key).params, query }, signal })),
    HISTORY_ITEMS,
  );

/** Who rejected a release with an appeal, from its history; null without an appeal, and before it is loaded. */
export function useRejecter({
  plugin_id: plugin,
  version,
  appeal,
}: Release): Extract<ReleaseEvent['actor'], { kind: 'staff' }> | null {
  const history = useInfiniteQuery({ ...historyQuery({ plugin, version }), enabled: appeal !== null });
  const actor = itemsOf(history)?.findLast(({ event }) => event === 'rejected')?.actor;
  return appeal !== null && actor?.kind === 'staff' ? actor : null;
}

export type Tier = 'community' | 'verified' | 'private';
export interface Approval {
  readonly tier: Tier;
  readonly notes: string | null;
  readonly publish: boolean;
}

export const takeReview = (key: ReleaseKey) => resultOf(operatorApi.POST(`${RELEASE}/take`, pathOf(key)));
export const giveBackReview = (key: ReleaseKey) => resultOf(operatorApi.POST(`${RELEASE}/give_back`, pathOf(key)));
export const approveRelease = (key: ReleaseKey, body: Approval) =>
  resultOf(operatorApi.POST(`${RELEASE}/approve`, { ...pathOf(key), body }));
export interface ChangesWanted {
  readonly notes: string;
  readonly comments: { readonly path: string; readonly text: string }[];
}
export const requestChanges = (key: ReleaseKey, body: ChangesWanted) =>
  resultOf(operatorApi.POST(`${RELEASE}/request-changes`, { ...pathOf(key), body }));
export const rejectRelease = (key: ReleaseKey, notes: string) =>
  resultOf(operatorApi.POST(`${RELEASE}/reject`, { ...pathOf(key), body: { notes } }));
