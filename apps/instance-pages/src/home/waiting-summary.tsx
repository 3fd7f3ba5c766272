import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { Check } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  buttonLink,
  digits,
  EmptyState,
  itemsOf,
  Lines,
  nowMs,
  StateDot,
  Summary,
  SummaryLine,
  useTexts,
} from '@kushk/ui';
import { tehranFields } from '@kushk/ui/tehran-time';
import { countsOf } from '../inbox/use-counts.js';
import { notificationsQuery } from '../notifications/queries.js';
import { useMe } from '../organisation/me.js';
import { casesQuery } from '../records/list-queries.js';

const toInbox = linkOptions({ to: '/inbox/{-$id}', params: { id: undefined } });

/** What waits for the person: proposals and sources that the person may see, and open cases of the person. */
export function WaitingSummary(): ReactNode {
  const { t, language } = useTexts();
  const { personId } = useMe();
  const proposals = useQuery(countsOf('proposals'));
  const sources = useQuery(countsOf('sources'));
  const notifications = useInfiniteQuery(notificationsQuery());
  const own = useInfiniteQuery(casesQuery({ ...(personId !== null && { assignee_id: personId }), status: 'open' }));
  const mine = proposals.data?.proposals.mine ?? 0;
  const waiting = (proposals.data?.proposals.all ?? 0) + (sources.data?.sources ?? 0);
  const old = itemsOf(notifications)?.find(({ kind }) => kind === 'proposals_waiting')?.count ?? 0;
  const cases = itemsOf(own) ?? [];
  const today = tehranFields(new Date(nowMs())).date;
  const overdue = cases.filter(({ due_on }) => due_on !== null && due_on < today).length;
  const inbox = (
    <Link {...toInbox} className={buttonLink({ look: 'quiet' })}>
      {t('nav.inbox')}
    </Link>
  );
  return (
    <Summary title={t('home.waiting')} all={inbox} reads={[proposals, sources, notifications, own]}>
      {waiting + cases.length === 0 ? (
        <EmptyState icon={<Check />} title={t('home.waiting.none')}>
          {t('home.waiting.empty')}
        </EmptyState>
      ) : (
        <Lines>
          {mine > 0 && (
            <SummaryLine>
              <Link {...toInbox} search={{ show: 'mine' }}>
                {t('home.mine', { count: mine })}
              </Link>
            </SummaryLine>
          )}
          {waiting > 0 && (
            <SummaryLine>
              <Link {...toInbox}>{t('home.inbox', { count: waiting })}</Link>
            </SummaryLine>
          )}
          {old > 0 && (
            <SummaryLine>
              <Link {...toInbox} search={{ sort: 'oldest' }}>
                {t('home.old', { count: old })}
              </Link>
            </SummaryLine>
          )}
          {cases.length > 0 && (
            <SummaryLine note={overdue > 0 && <StateDot tone="warn">{t('home.overdue', { count: overdue })}</StateDot>}>
              <Link to="/cases" search={{ show: 'mine' }}>
                {t('home.cases', { count: digits(cases.length, language) + (own.hasNextPage ? '+' : '') })}
              </Link>
            </SummaryLine>
          )}
        </Lines>
      )}
    </Summary>
  );
}
