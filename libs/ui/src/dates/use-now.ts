import { useEffect, useState } from 'react';
import { nowMs, onClockMoved } from './clock.js';

const MINUTE_MS = 60_000;

/** The time in milliseconds, renewed every minute: the ages that a page shows grow while it is open. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const update = (): void => setNow(nowMs());
    const timer = setInterval(update, MINUTE_MS);
    const unsubscribe = onClockMoved(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
  return now;
}
