/** What the portal reads. */
import type { RolloutAction } from '../release/rollout-panel.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { portalApi, resultOf, type PortalComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import type { PluginsSearch } from './plugins-search.js';

type Schemas = PortalComponents['schemas'];
export type Plugin = Schemas['PluginSummary'];
export type ReleaseSummary = Schemas['ReleaseSummary'];
export type Release = Schemas['ReleaseResource'];
export type ReleaseReturn = Schemas['ReleaseReturn'];
export type Key = Schemas['KeyResource'];
export type MonthTotals = Schemas['MonthUsage'];
export type Colleague = Schemas['ColleagueResource'];

const BASE = '/portal/v1/publishers/{publisher_id}';
const SUMMARIES = `${BASE}/plugins/summaries` as const;
/** The longest page that the API has. */
const NAMES_MAX = 200;

export const meQuery = (publisher_id: string) =>
  queryOptions({
    queryKey: ['me', publisher_id],
    queryFn: ({ signal }) => resultOf(portalApi.GET(`${BASE}/me`, { params: { path: { publisher_id } }, signal })),
  });

export const pluginsQuery = (publisher_id: string, filter: PluginsSearch = {}) =>
  pagedQuery(['plugins', publisher_id, filter], (page) =>
    resultOf(portalApi.GET(SUMMARIES, { params: { path: { publisher_id }, query: { ...filter, ...page } } })),
  );

/** The plugins with their newest releases; of a publisher with very many, those of the first page. */
export const newestReleasesQuery = (publisher_id: string) =>
  pagedQuery(
    ['plugins', publisher_id, 'newest'],
    (query) => resultOf(portalApi.GET(SUMMARIES, { params: { path: { publisher_id }, query } })),
    NAMES_MAX,
  );

/** One plugin of the publisher; null for one that is not its own. */
export const pluginQuery = (publisher_id: string, plugin_id: string) =>
  queryOptions({
    queryKey: ['plugins', publisher_id, plugin_id],
    queryFn: async ({ signal }) => {
      const params = { path: { publisher_id }, query: { plugin_id, limit: 1 } };
      return (await resultOf(portalApi.GET(SUMMARIES, { params, signal }))).items[0] ?? null;
    },
  });

/** The names of the publisher's plugins by id; of a publisher with very many, those of the first page. */
export const pluginNamesQuery = (publisher_id: string) =>
  queryOptions({
    queryKey: ['plugins', publisher_id, 'names'],
    queryFn: async ({ signal }) => {
      const params = { path: { publisher_id }, query: { limit: NAMES_MAX } };
      const { items } = await resultOf(portalApi.GET(SUMMARIES, { params, signal }));
      return new Map(items.map(({ id, names }) => [id, names]));
    },
  });

/** The releases of a plugin, newest first. */
export const releasesQuery = (publisher_id: string, plugin_id: string) =>
  pagedQuery(['releases', publisher_id, plugin_id], (query) =>
    resultOf(
      portalApi.GET(`${BASE}/plugins/{plugin_id}/releases`, { params: { path: { publisher_id, plugin_id }, query } }),
    ),
  );

export interface ReleaseAddress {
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly version: string;
}

/** How often a release is read again while instances have not answered: their answers are no change of its lists. */
const FLEET_POLL_MS = 5_000;

function isFleetOpen({ status, fleet }: Release): boolean {
  const isSent = status === 'published' || status === 'suspended' || status === 'withdrawn';
  return isSent && fleet.accepted + fleet.refused.length < fleet.compatible;
}

export const releaseQuery = (address: ReleaseAddress) =>
  queryOptions({
    queryKey: ['releases', address],
    queryFn: ({ signal }) =>
      resultOf(
        portalApi.GET(`${BASE}/releases/{plugin_id}/{version}`, {
          params: { path: { ...address } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isFleetOpen(data) ? FLEET_POLL_MS : false),
  });

/** A submitted manifest never changes. */
export const manifestQuery = (address: ReleaseAddress) =>
  queryOptions({
    queryKey: ['manifest', address],
    queryFn: ({ signal }) =>
      resultOf(
        portalApi.GET(`${BASE}/releases/{plugin_id}/{version}/manifest`, {
          params: { path: { ...address } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const monthsQuery = (publisher_id: string) =>
  queryOptions({
    queryKey: ['usage', publisher_id, 'months'],
    queryFn: async ({ signal }) =>
      (
        await resultOf(
          portalApi.GET(`${BASE}/usage/months`, { params: { path: { publisher_id }, query: { count: 12 } }, signal }),
        )
      ).months,
  });

export interface UsageAddress {
  readonly publisher_id: string;
  readonly month: string;
}

/** Asks all instances, so it takes longer than other queries. */
export const usageQuery = ({ publisher_id, month }: UsageAddress) =>
  queryOptions({
    queryKey: ['usage', publisher_id, month],
    queryFn: async ({ signal }) => {
      const params = { path: { publisher_id }, query: { month, detail: 'plugins' as const } };
      // The route also has CSV, whose type is text.
      return (await resultOf(portalApi.GET(`${BASE}/usage`, { params, signal }))) as Schemas['PublisherUsage'];
    },
    placeholderData: keepPreviousData,
  });

/** The signed statements of closed months, the newest first. */
export const statementsQuery = (publisher_id: string) =>
  pagedQuery(['usage', publisher_id, 'statements'], (query) =>
    resultOf(portalApi.GET(`${BASE}/usage/statements`, { params: { path: { publisher_id }, query } })),
  );

export const installationsQuery = ({ publisher_id, month, plugin_id }: UsageAddress & { readonly plugin_id: string }) =>
  pagedQuery(['usage', publisher_id, month, plugin_id], (page) =>
    resultOf(
      portalApi.GET(`${BASE}/usage/installations`, {
        params: { path: { publisher_id }, query: { month, plugin_id, ...page } },
      }),
    ),
  );

export const keysQuery = (publisher_id: string) =>
  pagedQuery(['keys', publisher_id], (query) =>
    resultOf(portalApi.GET(`${BASE}/keys`, { params: { path: { publisher_id }, query } })),
  );

export const membersQuery = (publisher_id: string) =>
  pagedQuery(['members', publisher_id], (query) =>
    resultOf(portalApi.GET(`${BASE}/members`, { params: { path: { publisher_id }, query } })),
  );

export const revokeKey = (publisher_id: string, key_id: string) =>
  resultOf(portalApi.DELETE(`${BASE}/keys/{key_id}`, { params: { path: { publisher_id, key_id } } }));

export const withdrawRelease = (address: ReleaseAddress, reason: string) =>
  resultOf(
    portalApi.POST(`${BASE}/releases/{plugin_id}/{version}/withdraw`, {
      params: { path: { ...address } },
      body: { reason },
    }),
  );

/** Returns to the content of the release at this address; a dry run only says what that would mean. */
export const returnRelease = (
  address: ReleaseAddress,
  body: { readonly version: string; readonly reason: string; readonly dry_run: boolean },
) =>
  resultOf(portalApi.POST(`${BASE}/releases/{plugin_id}/{version}/return`, { params: { path: { ...address } }, body }));

type PluginAddress = Pick<ReleaseAddress, 'publisher_id' | 'plugin_id'>;

export const deprecatePlugin = (
  address: PluginAddress,
  body: { readonly reason: string; readonly successor: string | null },
) => resultOf(portalApi.PUT(`${BASE}/plugins/{plugin_id}/deprecation`, { params: { path: { ...address } }, body }));

export const endDeprecation = (address: PluginAddress) =>
  resultOf(portalApi.DELETE(`${BASE}/plugins/{plugin_id}/deprecation`, { params: { path: { ...address } } }));

export const commentOnRelease = (address: ReleaseAddress, body: { readonly path: string; readonly text: string }) =>
  resultOf(
    portalApi.POST(`${BASE}/releases/{plugin_id}/{version}/comments`, { params: { path: { ...address } }, body }),
  );

export const appealRejection = (address: ReleaseAddress, text: string) =>
  resultOf(
    portalApi.POST(`${BASE}/releases/{plugin_id}/{version}/appeal`, {
      params: { path: { ...address } },
      body: { text },
    }),
  );

export const changeRollout = (address: ReleaseAddress, action: RolloutAction, reason: string) =>
  resultOf(
    portalApi.POST(`${BASE}/releases/{plugin_id}/{version}/rollout`, {
      params: { path: { ...address } },
      body: { action, reason },
    }),
  );
