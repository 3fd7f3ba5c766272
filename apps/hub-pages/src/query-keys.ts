import type { OperatorList, PortalList } from '@kushk/contracts/changes';

/** What the pages read of which no change is announced. A submitted manifest and its check never change. */
type UnannouncedList = 'checks' | 'manifest' | 'me' | 'own-sessions' | 'views';

declare module '@tanstack/react-query' {
  interface Register {
    /** The key of a query begins with its list: when a change of the list is announced, the query is read again. */
    queryKey: readonly [list: OperatorList | PortalList | UnannouncedList, ...parts: unknown[]];
  }
}
