import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../data/panel.js';
import { moment } from '../dates/dates.js';
import { EmptyState } from '../feedback/feedback.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { Bell } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { Page, PageHead } from '../layout/page.js';
import { PagePath } from '../shell/shell.js';

interface Mail {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** In development: the mails that would have been sent. */
export function MailboxPage({
  query,
}: {
  readonly query: UseQueryResult<{ readonly mails: readonly Mail[] }>;
}): ReactNode {
  const { t, language } = useTexts();
  const { data, error } = query;
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
