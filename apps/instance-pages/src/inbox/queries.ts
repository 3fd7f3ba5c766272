/** What the inbox reads and writes. */
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import type { ListedProposal, Source } from './items.js';

export type DetailedProposal = InstanceComponents['schemas']['DetailedProposal'];

/** Which items the inbox shows: what waits, what waits for me, or what was accepted or refused. */
export type Show = 'waiting' | 'mine' | 'accepted' | 'refused';
export const SHOWS: readonly Show[] = ['waiting', 'mine', 'accepted', 'refused'];

/** Enough to see which proposals resemble each other. */
const PAGE = 50;
const proposalStatus = { waiting: 'pending', mine: 'pending', accepted: 'applied', refused: 'rejected' } as const;
const sourceStatus = { waiting: 'pending', mine: 'pending', accepted: 'accepted', refused: 'dismissed' } as const;

export const proposalsQuery = (show: Show) =>
  pagedQuery(['proposals', 'list', show], (page, signal) => {
    const query = { status: proposalStatus[show], ...(show === 'mine' && { assignee: 'me' }), ...page };
    return resultOf(instanceApi.GET('/instance/v1/proposals', { params: { query }, signal }));
  });

export const sourcesQuery = (show: Show) =>
  pagedQuery(['sources', 'list', show], (page, signal) =>
    resultOf(
      instanceApi.GET('/instance/v1/sources', { params: { query: { status: sourceStatus[show], ...page } }, signal }),
    ),
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
}

export function settle({ id, verdict, overwriteAt = null }: Settle): Promise<unknown> {
  const params = { path: { id } };
  if (verdict === 'reject')
    return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/reject', { params, body: {} }));
  const body = overwriteAt === null ? {} : { overwrite: true, seen_revision: overwriteAt };
  return resultOf(instanceApi.POST('/instance/v1/proposals/{id}/apply', { params, body }));
}

/** Reads the lists and the open item again, also after a refusal: another person settled it first. */
function useRefresh(list: 'proposals' | 'sources'): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [list] });
}

export function useSettle(): UseMutationResult<unknown, Error, Settle> {
  return useMutation({ mutationFn: settle, onSettled: useRefresh('proposals') });
}

export function useExplain(id: string): UseMutationResult<unknown, Error, string> {
  return useMutation({
    mutationFn: (reason: string) =>
      resultOf(instanceApi.POST('/instance/v1/proposals/{id}/reason', { params: { path: { id } }, body: { reason } })),
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
