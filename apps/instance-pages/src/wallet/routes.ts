import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { walletSearch } from './wallet-search.js';

const wallet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/wallet',
  validateSearch: walletSearch,
  component: lazyPage(() => import('./wallet-page.js'), 'WalletPage'),
});

export const walletPageRoutes = [wallet] as const;
