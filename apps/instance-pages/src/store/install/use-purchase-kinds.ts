import { useQuery } from '@tanstack/react-query';
import { useSession } from '@kushk/ui';
import type { FirstMu } from './first-mu.js';
import { meQuery } from '../../organisation/me.js';

/** How the person may add MU: admins give gifts; purchases need the role billing in production. */
export function usePurchaseKinds(): readonly FirstMu['kind'][] {
  const { roles } = useSession();
  const { data: me } = useQuery(meQuery);
  const isAdmin = me?.person.role === 'admin';
  const mayPurchase = roles.includes('billing') || (isAdmin && me?.production === false);
  return [...(mayPurchase ? (['purchase'] as const) : []), ...(isAdmin ? (['gift'] as const) : [])];
}
