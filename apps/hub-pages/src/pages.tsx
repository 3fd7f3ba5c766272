import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '@kushk/api-client';
import { PageError } from './page-error.js';
import { routeTree } from './routes.js';

const FRESH_MS = 15_000;
const RETRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The service's refusal does not change by repetition; a lost connection may come back.
      retry: (count, error) => !(error instanceof ProblemError) && count < RETRIES,
    },
  },
});
const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  context: { queries },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Pages(): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
