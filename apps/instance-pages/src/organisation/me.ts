import { queryOptions } from '@tanstack/react-query';
import { currentOrganisation, instanceApi, resultOf } from '@kushk/api-client';
import { useSession } from '@kushk/ui';

export interface Me {
  /** The signed-in person in the current organisation; null for platform staff without one. */
  readonly personId: string | null;
  readonly isAdmin: boolean;
}

/** Returns who the signed-in person is in the current organisation. */
export function useMe(): Me {
  const { organisations } = useSession();
  const organisation = organisations.find(({ id }) => id === currentOrganisation());
  return { personId: organisation?.person_id ?? null, isAdmin: organisation?.role === 'admin' };
}

/** What the session does not have: the organisation itself, and whether the instance is for production. */
export const meQuery = queryOptions({
  queryKey: ['people', 'me'],
  queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/me', { signal })),
});
