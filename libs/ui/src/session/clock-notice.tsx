import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moment, span } from '../dates/dates.js';
import { useNow } from '../dates/use-now.js';
import { Notice } from '../feedback/feedback.js';
import { useTexts } from '../language.js';
import { useSession } from './session-context.js';
import { fetchSession } from './session.js';

/** A notice while a test clock runs ahead of the real time. The list `clock` changes when it is moved. */
export function ClockNotice(): ReactNode {
  const { t, language } = useTexts();
  const session = useSession();
  const now = useNow();
  const { data: seconds } = useQuery({
    queryKey: ['clock'],
    queryFn: async () => (await fetchSession())?.clock_ahead_seconds ?? 0,
    initialData: session.clock_ahead_seconds,
    staleTime: Infinity,
  });
  if (seconds === 0) return null;
  return (
    <Notice tone="warn" title={t('clock.ahead', { span: span(seconds, language) })}>
      <p>{t('clock.ahead.why', { at: moment(new Date(now), language) })}</p>
    </Notice>
  );
}
