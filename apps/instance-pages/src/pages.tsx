import { createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createQueryClient, PageError } from '@kushk/ui';
import { routeTree } from './routes.js';

export const queries = createQueryClient();
const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  scrollToTopSelectors: ['[data-scrolls-to-top]'],
  context: { queries },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Pages(): ReactNode {
  return <RouterProvider router={router} />;
}
