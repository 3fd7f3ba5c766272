/** What the inbox reads and writes. */
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { instanceApi, ownKey, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import { showOf, type InboxFilter } from './inbox-filter.js';
import type { ListedProposal, Source } from './items.js';

type UndoneProposal = InstanceComponents['schemas']['UndoneProposal'];
export type DetailedProposal = InstanceComponents['schemas']['DetailedProposal'];

/** The most characters of a reason. */
export const REASON_MAX = 2_000;
/** The service decides so many proposals with one selection. */
export const MOST_DECISIONS = 500;
/** Enough for a screen, and to see which proposals resemble each other. */
const PAGE = 50;
const LONGEST_PAGE = 200;
const proposalStatus = { waiting: 'pending', mine: 'pending', accepted: 'applied', refused: 'rejected' } as const;
const sourceStatus = { waiting: 'pending', mine: 'pending', accepted: 'accepted', refused: 'dismissed' } as const;

const searchOf = ({ q, plugin, sort }: InboxFilter) => ({
  ...(q !== undefined && { q }),
  ...(plugin !== undefined && { plugin_id: plugin }),
  ...(sort !== undefined && { sort }),
});

const restrictionOf = ({ type, stale }: InboxFilter) => ({
  ...(type !== undefined && { record_type: type }),
  ...(stale && { stale: 'true' as const }),
});

/** What the numbers beside the tabs count. */
export const countedBy = ({ sort: _sort, ...filter }: InboxFilter) => ({
  ...searchOf(filter),
  ...restrictionOf(filter),
});

/** All rows of groups are loaded, which takes few requests with the longest page that the service has. */
const pageOf = ({ group }: InboxFilter): number => (group === undefined ? PAGE : LONGEST_PAGE);

export const proposalsQuery = (filter: InboxFilter) =>
  pagedQuery(
    ['proposals', 'list', filter],
    (page, signal) => {
      const show = showOf(filter);
      const query = {
        status: proposalStatus[show],
        ...(show === 'mine' && { assignee: 'me' }),
        ...restrictionOf(filter),
        ...searchOf(filter),
        ...page,
      };
      return resultOf(instanceApi.GET('/instance/v1/proposals', { params: { query }, signal }));
    },
    pageOf(filter),
  );

export const sourcesQuery = (filter: InboxFilter) =>
  pagedQuery(
    ['sources', 'list', filter],
    (page, signal) => {
      const query = { status: sourceStatus[showOf(filter)], ...searchOf(filter), ...page };
      return resultOf(instanceApi.GET('/instance/v1/sources', { params: { query }, signal }));
    },
    pageOf(filter),
  );

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/proposals/{id}', { params: { path: { id } }, signal })),
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'one', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/sources/{source_id}', { params: { path: { source_id: id } }, signal })),
  });

export const sourceTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'text', id],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      resultOf(
        instanceApi.GET('/instance/v1/sources/{source_id}/text', { params: { path: { source_id: id } }, signal }),
      ),
  });

/** The applied proposals of a plugin that a rule might have applied. */
export const appliedQuery = (pluginId: string, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['proposals', 'applied', pluginId],
    enabled: isEnabled,
    queryFn: ({ signal }) => {
      const query = { status: 'applied', plugin_id: pluginId, limit: PAGE } as const;
      return resultOf(instanceApi.GET('/instance/v1/proposals', { params: { query }, signal }));
    },
  });

export interface Settle {
  readonly id: string;
  readonly verdict: 'apply' | 'reject';
  /** The revision of the record of which the person has seen the values, to overwrite newer edits. */
  readonly overwriteAt?: number | null;
  /** Why it is rejected. */
  readonly reason?: string;
}

export function settle({ id, verdict, overwriteAt = null, reason }: Settle): Promise<unknown> {
  const params = { path: { id } };
  if (verdict === 'reject') {
    // The page may be closed meanwhile: the request goes on (`keepalive`), and a key of its own is there at once.
    const last = { keepalive: true, headers: ownKey() };
    return resultOf(
      instanceApi.POST('/instance/v1/proposals/{id}/reject', {
        params,
        body: reason === undefined ? {} : { reason },
        ...last,
      }),
    );
  }
  const body = overwriteAt === null ? {} : { overwrite: true, seen_revision: overwriteAt };
  return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/apply', { params, body }));
}

/** Writes the former values back into the record of a proposal that this person has just applied. */
export function undo(id: string): Promise<UndoneProposal> {
  return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/undo', { params: { path: { id } } }));
}

/** Reads the lists and the open item again, also after a refusal: another person settled it first. */
function useRefresh(list: 'proposals' | 'sources'): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [list] });
}

export function useSettle(): UseMutationResult<unknown, Error, Settle> {
  return useMutation({ mutationFn: settle, onSettled: useRefresh('proposals') });
}

/** Writes the reason of a rejection that was sent without one. */
export function explain(id: string, reason: string): Promise<unknown> {
  const params = { path: { id } };
  return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/reason', { params, body: { reason } }));
}

export function useExplain(id: string): UseMutationResult<unknown, Error, string> {
  return useMutation({
    mutationFn: (reason: string) => explain(id, reason),
    onSettled: useRefresh('proposals'),
  });
}

export function useAssign(id: string): UseMutationResult<unknown, Error, string | null> {
  return useMutation({
    mutationFn: (assignee: string | null) => {
      const body = { assignee_id: assignee };
      return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/assign', { params: { path: { id } }, body }));
    },
    onSettled: useRefresh('proposals'),
  });
}

export interface Acceptance {
  readonly session_id?: string;
  readonly case_id?: string;
  /** Who sees the document; null: the whole organisation. */
  readonly member_ids?: string[] | null;
}

export function useReviewSource(
  id: string,
): UseMutationResult<Source, Error, { accept: Acceptance } | { dismiss: string | null }> {
  const params = { path: { source_id: id } };
  return useMutation({
    mutationFn: (review) =>
      'accept' in review
        ? resultOf(
            instanceApi.POST('/instance/v1/sources/{source_id}/accept', {
              params,
              body: review.accept,
            }),
          )
        : resultOf(
            instanceApi.POST('/instance/v1/sources/{source_id}/dismiss', {
              params,
              body: review.dismiss === null ? {} : { reason: review.dismiss },
            }),
          ),
    onSettled: useRefresh('sources'),
  });
}

export type { ListedProposal };
