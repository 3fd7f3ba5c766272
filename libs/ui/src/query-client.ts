import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '@kushk/api-client';

const FRESH_MS = 15_000;
const RETRIES = 2;

/** The cache of API responses of one application. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
