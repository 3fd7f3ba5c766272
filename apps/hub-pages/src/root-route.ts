import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { NotFoundPage } from '@kushk/ui';
import { Frame } from './frame.js';

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundPage,
});
