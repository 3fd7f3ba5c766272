import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { onRequest } from '@kushk/api-client';
import { useLazyPart } from '../page/lazy-part.js';
import { useSession } from './session-context.js';
import { fetchSession, sessionChannel } from './session.js';

const loadDialog = async () => (await import('./session-ended-dialog.js')).SessionEndedDialog;

/**
 * Notices that the session was ended elsewhere and offers to sign in again in a second tab. This page stays as it is,
 * so nothing that was typed is lost.
 */
export function SessionGuard(): ReactNode {
  const [isEnded, setEnded] = useState(false);
  const Dialog = useLazyPart(loadDialog, { isWanted: isEnded, onFailure: () => setEnded(false) });
  const { person } = useSession();
  const queries = useQueryClient();

  const check = useCallback(async (): Promise<void> => {
    const session = await fetchSession().catch(() => undefined);
    if (session === undefined) return;
    // Another person has signed in, who must not see this page.
    if (session !== null && session.person.id !== person.id) return location.reload();
    setEnded(session === null);
    if (session !== null) await queries.invalidateQueries();
  }, [person.id, queries]);

  useEffect(
    () =>
      onRequest((event) => {
        if (event === 'unauthorized') setEnded(true);
      }),
    [],
  );
  useEffect(() => {
    const listener = (): void => void check();
    sessionChannel.addEventListener('message', listener);
    return () => sessionChannel.removeEventListener('message', listener);
  }, [check]);
  useEffect(() => {
    if (!isEnded) return;
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void check();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isEnded, check]);

  return Dialog && <Dialog isOpen={isEnded} onClose={() => setEnded(false)} />;
}
