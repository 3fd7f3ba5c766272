import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from '../icons/icons.generated.js';
import { useEffect, useState, type ReactNode } from 'react';
import { onRequest } from '@kushk/api-client';
import { useTexts } from '../language.js';
import { fetchSession } from '../session/session.js';
import { recoverQueries } from './recovery.js';
import classes from './connection-notice.module.css';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

const probe = (): void => void fetchSession().catch(() => undefined);

/**
 * A notice while the service cannot be reached. When a request is answered again, all failed queries run again. What
 * a stopped part of the service could not answer is read again, too. When the browser notices a change of the network,
 * the service is asked at once. `navigator.onLine` is not used: it is false on a machine that has nothing but its
 * loopback interface.
 */
export function ConnectionNotice(): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [isLost, setLost] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => recoverQueries(queries, setOutdated), [queries]);
  useEffect(() => onRequest((event) => setLost(event === 'unreachable')), []);
  useEffect(() => {
    const end = new AbortController();
    for (const change of ['offline', 'online']) addEventListener(change, probe, { signal: end.signal });
    return () => end.abort();
  }, []);
  useEffect(() => {
    if (!isLost) return;
    let waitMs = FIRST_RETRY_MS;
    const retry = (): void => {
      timer = setTimeout(() => void fetchSession().catch(retry), waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
    };
    let timer: ReturnType<typeof setTimeout>;
    retry();
    return () => {
      clearTimeout(timer);
      void queries.invalidateQueries();
    };
  }, [isLost, queries]);
  return (
    <div role="status" className={classes.region}>
      {(isLost || isOutdated) && (
        <p className={classes.notice}>
          <WifiOff aria-hidden="true" />
          {t(isLost ? 'connection.lost' : 'connection.outdated')}
        </p>
      )}
    </div>
  );
}
