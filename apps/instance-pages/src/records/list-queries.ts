/** What the pages of records read. */
import { queryOptions } from '@tanstack/react-query';
import { instanceApi, resultOf } from '@kushk/api-client';
import { pagedQuery } from '@kushk/ui';
import type { Case } from './record-types.js';

const MOST_PROPOSALS = 50;
/** Documents and memories are sent with their texts. */
const SMALL_PAGE = 20;

export interface CaseFilter {
  readonly q?: string;
  readonly status?: 'open' | 'closed';
  readonly assignee_id?: string;
  readonly sort?: 'due' | 'oldest';
}

export const casesQuery = (filter: CaseFilter) =>
  pagedQuery(['cases', 'list', filter], (page, signal) => readCases({ ...filter, ...page }, signal));

/** A page of the cases that the person may see. */
export async function readCases(
  query: CaseFilter & { readonly limit?: number; readonly cursor?: string },
  signal: AbortSignal,
): Promise<{ readonly items: readonly Case[]; readonly next_cursor: string | null }> {
  const read = await resultOf(instanceApi.GET('/instance/v1/cases', { params: { query }, signal }));
  // Without a `format` the answer is JSON.
  return read as Exclude<typeof read, string>;
}

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['cases', 'one', id],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/cases/{id}', { params: { path: { id } }, signal })),
  });

/** An edit of a case adds an entry and announces a change of `cases`. */
export const caseHistoryQuery = (id: string) =>
  pagedQuery(['cases', 'history', id], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/cases/{id}/history', { params: { path: { id }, query }, signal })),
  );

export const proposalsOfRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'record', id],
    queryFn: ({ signal }) => {
      const query = { status: 'pending', record_id: id, limit: MOST_PROPOSALS } as const;
      return resultOf(instanceApi.GET('/instance/v1/proposals', { params: { query }, signal }));
    },
  });

export const documentsQuery = (filter: { readonly q?: string; readonly case_id?: string }) =>
  pagedQuery(
    // The documents of another case are another list.
    ['documents', 'list', filter.case_id ?? 'all', filter],
    (page, signal) =>
      resultOf(instanceApi.GET('/instance/v1/documents', { params: { query: { ...filter, ...page } }, signal })),
    SMALL_PAGE,
  );

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/documents/{id}', { params: { path: { id } }, signal })),
  });

export const sessionsQuery = (filter: { readonly q?: string }) =>
  pagedQuery(['sessions', 'list', filter], (page, signal) =>
    resultOf(instanceApi.GET('/instance/v1/sessions', { params: { query: { ...filter, ...page } }, signal })),
  );

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', 'one', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/sessions/{id}', { params: { path: { id } }, signal })),
  });

export const messagesQuery = (id: string) =>
  pagedQuery(['sessions', 'messages', id], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/sessions/{id}/messages', { params: { path: { id }, query }, signal })),
  );

export const memoriesQuery = (filter: { readonly q?: string }) =>
  pagedQuery(
    ['memory', 'list', filter],
    (page, signal) =>
      resultOf(instanceApi.GET('/instance/v1/memory', { params: { query: { ...filter, ...page } }, signal })),
    SMALL_PAGE,
  );

export type SearchType = 'case' | 'person' | 'session' | 'document' | 'calendar_event' | 'memory';

export const searchQuery = (filter: { readonly q: string; readonly type?: SearchType }) =>
  pagedQuery(['search', filter], (page, signal) =>
    resultOf(instanceApi.GET('/instance/v1/search', { params: { query: { ...filter, ...page } }, signal })),
  );

const MOST_EVENTS = 200;
const MOST_EVENT_PAGES = 5;

/** The events of a span of time. `isCut`: there are more than a calendar can show. */
export const eventsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['calendar', 'span', from, to],
    queryFn: async ({ signal }) => {
      const items = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_EVENT_PAGES; page += 1) {
        const query: { from: string; to: string; limit: number; cursor?: string } =
          cursor === null ? { from, to, limit: MOST_EVENTS } : { from, to, limit: MOST_EVENTS, cursor };
        const read = await resultOf(instanceApi.GET('/instance/v1/calendar', { params: { query }, signal }));
        items.push(...read.items);
        cursor = read.next_cursor;
        if (cursor === null) break;
      }
      return { items, isCut: cursor !== null };
    },
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendar', 'one', id],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/calendar/{id}', { params: { path: { id } }, signal })),
  });
