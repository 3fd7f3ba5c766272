import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { walletSearch, walletsSearch } from './wallet-search.js';

const wallet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id/wallet',
  validateSearch: walletSearch,
  component: lazyPage(() => import('./wallet-page.js'), 'WalletPage'),
});

const wallets = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wallets',
  validateSearch: walletsSearch,
  component: lazyPage(() => import('./wallets-page.js'), 'WalletsPage'),
});

export const walletPageRoutes = [wallet, wallets] as const;
