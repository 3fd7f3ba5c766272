import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';
import { rootRoute } from '../root-route.js';
import { walletSearch } from './wallet-search.js';

const wallet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/wallet',
  validateSearch: walletSearch,
  component: lazyRouteComponent(
    pageFile(() => import('./wallet-page.js')),
    'WalletPage',
  ),
});

export const walletPageRoutes = [wallet] as const;
