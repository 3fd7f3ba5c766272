import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Frame } from './frame.js';
import { NotFound } from './not-found.js';

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFound,
});
