import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, itemsOf, Lines, moment, RowList, RowTitle, Summary, useTexts } from '@kushk/ui';
import { isKnown, NotificationLine } from '../notifications/notification-line.js';
import { notificationsQuery } from '../notifications/queries.js';
import { auditQuery } from '../organisation/audit-queries.js';
import { AuditSubject } from '../organisation/audit-subject.js';
import { useAuditTexts } from '../organisation/audit-texts.js';

const MOST_LINES = 5;

/** The newest notifications of the person. */
export function NotificationsSummary(): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(notificationsQuery());
  const items = (itemsOf(list) ?? []).filter(isKnown).slice(0, MOST_LINES);
  return (
    <Summary
      title={t('home.notifications')}
      reads={[list]}
      all={
        <Link to="/notifications" className={buttonLink({ look: 'quiet' })}>
          {t('notifications.title')}
        </Link>
      }
    >
      {items.length === 0 ? (
        <Lines>
          <li>{t('home.notifications.none')}</li>
        </Lines>
      ) : (
        <RowList>
          {items.map((item) => (
            <NotificationLine key={item.id} notification={item} />
          ))}
        </RowList>
      )}
    </Summary>
  );
}

/** What people, plugins and rules did last in the organisation, as the audit has it. */
export function ChangesSummary(): ReactNode {
  const { t, language } = useTexts();
  const { action, actor } = useAuditTexts();
  const list = useInfiniteQuery(auditQuery({}));
  return (
    <Summary
      title={t('home.changes')}
      reads={[list]}
      all={
        <Link to="/audit" className={buttonLink({ look: 'quiet' })}>
          {t('nav.audit')}
        </Link>
      }
    >
      <Lines>
        {itemsOf(list)
          ?.slice(0, MOST_LINES)
          .map((entry) => (
            <li key={entry.id}>
              <RowTitle title={<AuditSubject entry={entry} />}>
                <small>
                  <bdi>{actor(entry.actor)}</bdi>: {action(entry.action)}
                </small>
              </RowTitle>
              <time dateTime={entry.at}>{moment(new Date(entry.at), language)}</time>
            </li>
          ))}
      </Lines>
    </Summary>
  );
}
