import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToChanges } from './change-connection.js';

/** Spreads the requests of all browsers of an organisation that learn of the same change. */
const SPREAD_MS = 300;

/**
 * Keeps the lists on the pages current: when the service announces that a list has changed, all queries with a
 * key that begins with its name are read again. `path` is the address of `…/changes`; null while the person has no
 * role. To be mounted once, in the frame.
 */
export function useChanges(path: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (path === null) return;
    const end = new AbortController();
    const waiting = new Set<string>();
    let isAnything = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const invalidate = (): void => {
      timer = undefined;
      const isMeant = ({ queryKey: [name] }: Query): boolean => isAnything || waiting.has(String(name));
      // A hidden tab reads again when it is shown.
      void queries.invalidateQueries({ predicate: isMeant, refetchType: document.hidden ? 'none' : 'active' });
      waiting.clear();
      isAnything = false;
    };
    const onVisible = (): void => {
      if (!document.hidden) void queries.refetchQueries({ type: 'active', stale: true });
    };
    document.addEventListener('visibilitychange', onVisible, { signal: end.signal });
    listenToChanges(
      path,
      (lists) => {
        if (lists === null) isAnything = true;
        else for (const list of lists) waiting.add(list);
        timer ??= setTimeout(invalidate, Math.random() * SPREAD_MS);
      },
      end.signal,
    );
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [path, queries]);
}
