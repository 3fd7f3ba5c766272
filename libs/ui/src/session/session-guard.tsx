import { useQueryClient } from '@tanstack/react-query';
import { LogIn } from '../icons/icons.generated.js';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { onRequest } from '@kushk/api-client';
import { Button } from '../controls/button.js';
import { DialogActions, ModalDialog } from '../controls/dialog.js';
import { useTexts } from '../language.js';
import { useSession } from './session-context.js';
import { fetchSession, sessionChannel, signInAddress } from './session.js';

/** The page that closes the tab of a sign-in; both applications have it. */
export const SIGNED_IN_PATH = '/signed-in';

/**
 * Notices that the session was ended elsewhere and offers to sign in again in a second tab. This page stays as it is,
 * so nothing that was typed is lost.
 */
export function SessionGuard(): ReactNode {
  const [isEnded, setEnded] = useState(false);
  const { t } = useTexts();
  const { person } = useSession();
  const queries = useQueryClient();

  const check = useCallback(async (): Promise<void> => {
    const session = await fetchSession().catch(() => undefined);
    if (session === undefined) return;
    // Somebody else has signed in: nothing of this page may stay.
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

  return (
    <ModalDialog title={t('session.ended')} isAlert isOpen={isEnded} onClose={() => setEnded(false)}>
      <p>{t('session.ended.why')}</p>
      <DialogActions>
        <Button onPress={() => setEnded(false)}>{t('session.ended.later')}</Button>
        <Button look="primary" onPress={() => window.open(signInAddress(SIGNED_IN_PATH))} autoFocus>
          <LogIn className="mirrors" aria-hidden="true" />
          {t('session.sign_in')}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
