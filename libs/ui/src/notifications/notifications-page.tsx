import { useMutation, useQueryClient, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Badge } from '../data/badge.js';
import { Panel } from '../data/panel.js';
import { moment } from '../dates/dates.js';
import { EmptyState } from '../feedback/feedback.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { Bell, Check } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { Page, PageHead } from '../layout/page.js';
import { PagedList } from '../list/paged-list.js';
import type { ListPage } from '../list/paged-query.js';
import { RowList } from '../list/row-list.js';
import { RowTitle } from '../list/row-title.js';
import { afterWrite } from '../query-client.js';
import { PagePath } from '../shell/shell.js';

interface Notification {
  readonly id: string;
  readonly at: string;
  readonly read: boolean;
}

interface NotificationsPageProps<Item extends Notification> {
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Item> & { readonly unread: number }>>;
  readonly markRead: (until: string) => Promise<unknown>;
  /** Which notifications come here, for a person who has none. */
  readonly empty: string;
  readonly row: (notification: Item) => ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** What happened, and what waits for the person, the newest first. */
export function NotificationsPage<Item extends Notification>(props: NotificationsPageProps<Item>): ReactNode {
  const { query, markRead, empty, row, children } = props;
  const { t } = useTexts();
  const queries = useQueryClient();
  // What came after the page was read is not marked: the person has not seen it.
  const newest = query.data?.pages[0]?.items[0];
  const read = useMutation({
    mutationFn: markRead,
    onSettled: (_read, error) => afterWrite(error, queries.invalidateQueries({ queryKey: ['notifications'] })),
  });
  const hasUnread = (query.data?.pages[0]?.unread ?? 0) > 0;
  return (
    <Page>
      <PagePath steps={[t('notifications.title')]} />
      <PageHead
        title={t('notifications.title')}
        note={t('notifications.note')}
        actions={
          hasUnread &&
          newest !== undefined && (
            <Button isPending={read.isPending} onPress={() => read.mutate(newest.at)}>
              <Check aria-hidden="true" />
              {t('notifications.read_all')}
            </Button>
          )
        }
      />
      {read.error !== null && <ProblemNotice error={read.error} title={t('notifications.not_read')} />}
      <Panel title={t('notifications.recent')} flush>
        <PagedList
          query={query}
          empty={
            <EmptyState icon={<Bell />} title={t('notifications.empty')}>
              {empty}
            </EmptyState>
          }
        >
          {(items) => <RowList>{items.map(row)}</RowList>}
        </PagedList>
      </Panel>
      {children}
    </Page>
  );
}

interface NotificationRowProps {
  readonly notification: Notification;
  /** What happened, as a link to where something can be done about it. */
  readonly title: ReactNode;
  /** Of what, in small type. */
  readonly children: ReactNode;
}

export function NotificationRow({ notification: { at, read }, title, children }: NotificationRowProps): ReactNode {
  const { t, language } = useTexts();
  return (
    <li>
      <RowTitle title={title}>{children}</RowTitle>
      {!read && <Badge tone="accent">{t('notifications.unread')}</Badge>}
      <time dateTime={at}>{moment(new Date(at), language)}</time>
    </li>
  );
}
