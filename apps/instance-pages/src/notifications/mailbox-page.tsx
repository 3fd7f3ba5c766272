import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, moment, Page, PageHead, PagePath, Panel, ProblemNotice, useTexts } from '@kushk/ui';
import { Bell } from '@kushk/ui/icons';
import { mailsQuery } from './queries.js';

/** In development: the mails that would have been sent to people of the organisation. */
export function MailboxPage(): ReactNode {
  const { t, language } = useTexts();
  const { data, error } = useQuery(mailsQuery());
  return (
    <Page>
      <PagePath steps={[t('notifications.mailbox')]} />
      <PageHead title={t('notifications.mailbox')} />
      {error !== null && <ProblemNotice error={error} title={t('notifications.mailbox')} />}
      {data?.mails.length === 0 && (
        <EmptyState icon={<Bell />} title={t('notifications.mailbox.empty')}>
          {t('notifications.mailbox.note')}
        </EmptyState>
      )}
      {data?.mails.map(({ id, at, to, subject, text }) => (
        <Panel key={id} title={subject}>
          <p>
            <code dir="ltr">{to}</code> <time dateTime={at}>{moment(new Date(at), language)}</time>
          </p>
          <pre dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </pre>
        </Panel>
      ))}
    </Page>
  );
}
