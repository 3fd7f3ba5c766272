import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  afterWrite,
  Button,
  EmptyState,
  Page,
  PagedList,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  useTexts,
} from '@kushk/ui';
import { Bell, Check } from '@kushk/ui/icons';
import { RowList } from '../organisation/row-list.js';
import { isKnown, NotificationRow } from './notification-row.js';
import { PreferencesPanel } from './preferences-panel.js';
import { notificationsQuery } from './queries.js';

/** What happened, and what waits for the person, the newest first. */
export function NotificationsPage(): ReactNode {
  const { t } = useTexts();
  const query = useInfiniteQuery(notificationsQuery());
  const queries = useQueryClient();
  // What came after the page was read is not marked: the person has not seen it.
  const newest = query.data?.pages[0]?.items[0];
  const read = useMutation({
    mutationFn: (until: string) => resultOf(instanceApi.POST('/instance/v1/notifications/read', { body: { until } })),
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
              {t('notifications.empty.why')}
            </EmptyState>
          }
        >
          {(items) => (
            <RowList>
              {items.filter(isKnown).map((item) => (
                <NotificationRow key={item.id} notification={item} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      <PreferencesPanel />
    </Page>
  );
}
