/** The API calls of the store, of installing, updating and settings. */
import { queryOptions } from '@tanstack/react-query';
import { instanceApi, ProblemError, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import { newerFor, takesNewer, type NewerOf } from './newer-version.js';
import type { StoreSearch } from './store-search.js';

type Schemas = InstanceComponents['schemas'];
export type StorePlugin = Schemas['OfferSummary'];
/** One version of it, which lists do not show as fully. */
export type ShownPlugin = StorePlugin & { readonly provenance: Schemas['ListingProvenance'] | null };
export type StoreVersion = Schemas['ListingVersion'];
export type Installation = Schemas['TitledInstallation'];
/** What a write returns: without the names of the plugin. */
export type ChangedInstallation = Schemas['InstallationForAdmin'];
export type Update = Schemas['InstallationUpdate'];
export type RecordCounts = Schemas['RecordCounts'];
export type WalletMonth = Schemas['WalletMonth'];
export type Delivery = Schemas['DeliveryResource'];
export type ChannelHealth = Schemas['ChannelHealth'];

const PAGE = 50;
const NOT_FOUND = 404;

/** People who may install, for those who may not. One page: more names would not help. */
export const adminsQuery = queryOptions({
  queryKey: ['people', 'admins'],
  queryFn: async () => {
    const { items } = await resultOf(instanceApi.GET('/instance/v1/people', { params: { query: { limit: PAGE } } }));
    return items.filter(({ role }) => role === 'admin');
  },
});

export const storeQuery = ({ installed, ...filter }: StoreSearch) =>
  pagedQuery(['store', 'list', { installed, ...filter }], (page, signal) => {
    const query = { ...page, ...filter, ...(installed === true && { installed: 'true' as const }) };
    return resultOf(instanceApi.GET('/instance/v1/store', { params: { query }, signal }));
  });

export const pluginQuery = (plugin_id: string) =>
  queryOptions({
    queryKey: ['store', 'plugin', plugin_id],
    queryFn: () => resultOf(instanceApi.GET('/instance/v1/store/{plugin_id}', { params: { path: { plugin_id } } })),
  });

/** The purchased MU that earlier installations of a plugin left to the organisation. For admins only. */
export const carryOverQuery = (plugin_id: string) =>
  queryOptions({
    queryKey: ['wallet', 'carry-over', plugin_id],
    queryFn: async () => {
      const params = { path: { plugin_id } };
      return (await resultOf(instanceApi.GET('/instance/v1/store/{plugin_id}/carry-over', { params }))).mu;
    },
  });

/** What a plugin could read now, for the consent of an admin. */
export const recordCountsQuery = queryOptions({
  queryKey: ['store', 'record-counts'],
  queryFn: () => resultOf(instanceApi.GET('/instance/v1/records/counts')),
});

export const versionsQuery = (plugin_id: string) =>
  queryOptions({
    queryKey: ['store', 'versions', plugin_id],
    queryFn: () =>
      resultOf(instanceApi.GET('/instance/v1/store/{plugin_id}/versions', { params: { path: { plugin_id } } })),
  });

const at = (installation_id: string) => ({ params: { path: { installation_id } } });

export const installationQuery = (id: string) =>
  queryOptions({
    queryKey: ['installations', id],
    queryFn: () => resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}', at(id))),
  });

/** The manifest of the installed version, or of the one that the update shows. */
export const manifestQuery = (id: string, version: string | null = null) =>
  queryOptions({
    queryKey: ['installations', id, 'manifest', version],
    queryFn: () =>
      resultOf(
        instanceApi.GET('/instance/v1/installations/{installation_id}/manifest', {
          params: { path: { installation_id: id }, ...(version !== null && { query: { version } }) },
        }),
      ),
  });

/** Null when no version waits for consent. */
export const updateQuery = (id: string) =>
  queryOptions({
    queryKey: ['installations', id, 'update'],
    queryFn: () => orNull(resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/update', at(id)))),
  });

/** The version to which an installation that does not update by itself can move; null for none. */
export const newerVersionQuery = (installation: NewerOf & Pick<Installation, 'installation_id'>) => ({
  ...updateQuery(installation.installation_id),
  enabled: takesNewer(installation),
  select: (update: Update | null) => newerFor(installation, update),
});

/** The last twelve months of a wallet, the oldest first. For admins only. */
export const walletMonthsQuery = (installation_id: string) =>
  queryOptions({
    queryKey: ['wallet', installation_id, 'months'],
    queryFn: async () =>
      (
        await resultOf(
          instanceApi.GET('/instance/v1/installations/{installation_id}/wallet/months', at(installation_id)),
        )
      ).months,
  });

/** Null until the wallet is open. */
export const walletQuery = (id: string) =>
  queryOptions({
    queryKey: ['wallet', id],
    queryFn: () => orNull(resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/wallet', at(id)))),
  });

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['health', id],
    queryFn: () => resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/health', at(id))),
  });

/** The `installed` call with its newest attempts; null before the first one. */
export const installedCallQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id, 'installed'],
    queryFn: async () => {
      const { items } = await resultOf(
        instanceApi.GET('/instance/v1/installations/{installation_id}/deliveries', at(id)),
      );
      return items.find(({ channel, type }) => channel === 'lifecycle' && type === 'installed') ?? null;
    },
  });

async function orNull<Data>(request: Promise<Data>): Promise<Data | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ProblemError && error.document.status === NOT_FOUND) return null;
    throw error;
  }
}
