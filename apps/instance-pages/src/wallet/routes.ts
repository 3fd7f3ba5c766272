import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.js';
import { walletSearch } from './wallet-search.js';

const wallet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/wallet',
  validateSearch: walletSearch,
  component: lazyRouteComponent(() => import('./wallet-page.js'), 'WalletPage'),
});

export const walletPageRoutes = [wallet] as const;
