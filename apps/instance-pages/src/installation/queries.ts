/** What the pages of an installation read and write. `../store/queries.ts` has what installing reads as well. */
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import type { DeliveriesSearch, InstallationsSearch } from './installations-search.js';

type Schemas = InstanceComponents['schemas'];
export type Installation = Schemas['TitledInstallation'];
export type Delivery = Schemas['DeliveryResource'];
export type Attempt = Schemas['DeliveryAttemptResource'];
export type Health = Schemas['InstallationHealth'];
export type ChannelHealth = Schemas['ChannelHealth'];
export type Container = Schemas['ContainerResource'];

const CONTAINER_READ_EVERY_MS = 5_000;
const at = (installation_id: string) => ({ params: { path: { installation_id } } });

export const installationsQuery = (filter: InstallationsSearch = {}) =>
  pagedQuery(['installations', 'list', filter], (page, signal) =>
    resultOf(instanceApi.GET('/instance/v1/installations', { params: { query: { ...filter, ...page } }, signal })),
  );

export const deliveriesQuery = (id: string, filter: DeliveriesSearch) =>
  pagedQuery(['deliveries', id, 'list', filter], (page, signal) => {
    const params = { ...at(id).params, query: { ...filter, ...page } };
    return resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/deliveries', { params, signal }));
  });

export const containerQuery = (id: string) =>
  queryOptions({
    queryKey: ['containers', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/container', { ...at(id), signal })),
    // The engine sends no event when a container ends or uses more memory.
    refetchInterval: CONTAINER_READ_EVERY_MS,
  });

export const containerLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['containers', id, 'log'],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/container/log', { ...at(id), signal })),
  });

/** A write that changes an installation: afterwards its lists are read again. */
function useInstallationWrite<Input, Reply>(
  write: (input: Input) => Promise<Reply>,
): UseMutationResult<Reply, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () =>
      Promise.all(
        (['installations', 'health', 'containers', 'deliveries', 'wallet', 'store', 'tools'] as const).map((list) =>
          queries.invalidateQueries({ queryKey: [list] }),
        ),
      ),
  });
}

export const usePause = (id: string) =>
  useInstallationWrite((isPaused: boolean) =>
    resultOf(
      isPaused
        ? instanceApi.POST('/instance/v1/installations/{installation_id}/pause', at(id))
        : instanceApi.POST('/instance/v1/installations/{installation_id}/resume', at(id)),
    ),
  );

export const useUpdatePolicy = (id: string) =>
  useInstallationWrite((policy: Partial<Pick<Installation, 'channel' | 'follow'>>) =>
    resultOf(
      instanceApi.PATCH('/instance/v1/installations/{installation_id}', {
        params: { path: { installation_id: id } },
        body: policy,
      }),
    ),
  );

export const useRestartContainer = (id: string) =>
  useInstallationWrite(() =>
    resultOf(instanceApi.POST('/instance/v1/installations/{installation_id}/container/restart', at(id))),
  );

export const useRotate = (id: string) =>
  useInstallationWrite(() => resultOf(instanceApi.POST('/instance/v1/installations/{installation_id}/rotate', at(id))));

export const useReconnect = (id: string) =>
  useInstallationWrite(() =>
    resultOf(instanceApi.POST('/instance/v1/installations/{installation_id}/reconnect', at(id))),
  );

export const useRemove = (id: string) =>
  useInstallationWrite(() => resultOf(instanceApi.DELETE('/instance/v1/installations/{installation_id}', at(id))));

/** Ends a stop and closes open circuits. */
export const useResumeDeliveries = (id: string) =>
  useInstallationWrite(() =>
    resultOf(instanceApi.POST('/instance/v1/installations/{installation_id}/deliveries/resume', at(id))),
  );

export const useRedeliver = (id: string) =>
  useInstallationWrite((event_id: string) =>
    resultOf(
      instanceApi.POST('/instance/v1/installations/{installation_id}/deliveries/{event_id}/redeliver', {
        params: { path: { installation_id: id, event_id } },
      }),
    ),
  );

/** Sends the dead letters of a period again; returns their number. A long list takes several requests. */
export const useRedeliverRange = (id: string) =>
  useInstallationWrite(async (period: { readonly from: string; readonly to: string }) => {
    let redelivered = 0;
    for (;;) {
      const reply = await resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/deliveries/redeliver', {
          ...at(id),
          body: period,
        }),
      );
      redelivered += reply.redelivered;
      if (!reply.has_more) return redelivered;
    }
  });

export const useCallTool = (id: string, name: string) =>
  useMutation({
    mutationFn: (given: { readonly [key: string]: unknown }) =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/tools/{name}', {
          params: { path: { installation_id: id, name } },
          body: { arguments: given },
        }),
      ),
  });
