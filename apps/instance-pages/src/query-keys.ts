import type { InstanceList } from '@kushk/contracts/changes';

/**
 * What the pages read of which no change is announced: a container is read every few seconds, a search finds records of
 * all lists, and of the organisations only platform staff see more than their own.
 */
type UnannouncedList = 'containers' | 'organisations' | 'own-sessions' | 'search' | 'views';

declare module '@tanstack/react-query' {
  interface Register {
    /** The key of a query begins with its list: when a change of the list is announced, the query is read again. */
    queryKey: readonly [list: InstanceList | UnannouncedList, ...parts: unknown[]];
  }
}
