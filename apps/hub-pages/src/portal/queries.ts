/** What the portal reads. The first part of a key is the name of the list in `…/changes`. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { portal, resultOf, type PortalComponents } from '@kushk/api-client';

type Schemas = PortalComponents['schemas'];
export type Plugin = Schemas['PluginResource'];
export type ReleaseSummary = Schemas['ReleaseSummary'];
export type Release = Schemas['ReleaseResource'];
export type Key = Schemas['KeyResource'];

const BASE = '/portal/v1/publishers/{publisher_id}';
const PAGE_SIZE = 50;

export const meQuery = (publisher_id: string) =>
  queryOptions({
    queryKey: ['me', publisher_id],
    queryFn: ({ signal }) => resultOf(portal.GET(`${BASE}/me`, { params: { path: { publisher_id } }, signal })),
  });

export const pluginsQuery = (publisher_id: string) =>
  queryOptions({
    queryKey: ['plugins', publisher_id],
    queryFn: async ({ signal }) =>
      (await resultOf(portal.GET(`${BASE}/plugins`, { params: { path: { publisher_id } }, signal }))).plugins,
  });

export interface ReleaseAddress {
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly version: string;
}

export const releaseQuery = (address: ReleaseAddress) =>
  queryOptions({
    queryKey: ['releases', address],
    queryFn: ({ signal }) =>
      resultOf(
        portal.GET(`${BASE}/releases/{plugin_id}/{version}`, {
          params: { path: { ...address } },
          signal,
        }),
      ),
  });

/** A submitted manifest never changes. */
export const manifestQuery = (address: ReleaseAddress) =>
  queryOptions({
    queryKey: ['manifest', address],
    queryFn: ({ signal }) =>
      resultOf(
        portal.GET(`${BASE}/releases/{plugin_id}/{version}/manifest`, {
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
          portal.GET(`${BASE}/usage/months`, { params: { path: { publisher_id }, query: { count: 12 } }, signal }),
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
      return (await resultOf(portal.GET(`${BASE}/usage`, { params, signal }))) as Schemas['PublisherUsage'];
    },
    placeholderData: keepPreviousData,
  });

export const installationsQuery = ({ publisher_id, month, plugin_id }: UsageAddress & { readonly plugin_id: string }) =>
  infiniteQueryOptions({
    queryKey: ['usage', publisher_id, month, plugin_id],
    queryFn: ({ signal, pageParam }) =>
      resultOf(
        portal.GET(`${BASE}/usage/installations`, {
          params: {
            path: { publisher_id },
            query: { month, plugin_id, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const keysQuery = (publisher_id: string) =>
  infiniteQueryOptions({
    queryKey: ['keys', publisher_id],
    queryFn: ({ signal, pageParam }) =>
      resultOf(
        portal.GET(`${BASE}/keys`, {
          params: {
            path: { publisher_id },
            query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const membersQuery = (publisher_id: string) =>
  infiniteQueryOptions({
    queryKey: ['members', publisher_id],
    queryFn: ({ signal, pageParam }) =>
      resultOf(
        portal.GET(`${BASE}/members`, {
          params: {
            path: { publisher_id },
            query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
