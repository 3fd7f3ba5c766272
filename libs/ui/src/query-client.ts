import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from '@kushk/api-client';
import { keepProblems, keepShown } from './connection/recovery.js';

const FRESH_MS = 15_000;
const RETRIES = 2;

/** The cache of API responses of one application. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onError: keepShown });
  keepProblems(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // By default, queries wait while the browser thinks that it is offline, which it also does on a machine that
        // has nothing but its loopback interface.
        networkMode: 'always',
        // A refusal does not change by repetition; a lost connection may come back.
        retry: (count, error) => !(error instanceof ProblemError) && count < RETRIES,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Reads again after a write. A failed write does not wait for that: its problem is shown at once. */
export const afterWrite = (error: Error | null, reading: Promise<unknown>): Promise<unknown> | undefined =>
  error === null ? reading : undefined;
