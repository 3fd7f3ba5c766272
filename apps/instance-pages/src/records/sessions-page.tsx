import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  EmptyState,
  ListPanel,
  ListSearch,
  ListTools,
  Page,
  PageHead,
  PagePath,
  RowTitle,
  TitleText,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { sessionsQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { SessionSummary } from './record-types.js';
import { momentWithYear } from './times.js';

const route = getRouteApi('/sessions');

/** The sessions in which the person takes part. */
export function SessionsPage(): ReactNode {
  const { t } = useTexts();
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const search = (text: string): void =>
    void navigate({ to: '/sessions', search: text === '' ? {} : { q: text }, replace: true });
  return (
    <Page>
      <PagePath steps={[t('records.sessions')]} />
      <PageHead
        title={t('records.sessions')}
        note={t('records.sessions.note')}
        actions={
          <Button look="primary" onPress={() => setOpen(true)}>
            <Plus aria-hidden="true" />
            {t('records.new.session')}
          </Button>
        }
      />
      <ListTools>
        <ListSearch label={t('records.sessions.search')} value={q ?? ''} onSearch={search} />
      </ListTools>
      <ListPanel
        title={t('records.sessions')}
        keyOf={({ id }) => id}
        query={useInfiniteQuery(sessionsQuery(q === undefined ? {} : { q }))}
        columns={useColumns()}
        linkOf={({ id }) => `/sessions/${encodeURIComponent(id)}`}
        empty={
          <EmptyState
            icon={<MessagesSquare />}
            title={t(q === undefined ? 'records.sessions.empty' : 'records.nothing_found')}
          >
            {t(q === undefined ? 'records.sessions.empty.why' : 'records.nothing_found.why')}
          </EmptyState>
        }
      />
      <RecordDialog
        type="session"
        record={null}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSaved={({ id }) => void navigate({ to: '/sessions/$id', params: { id } })}
      />
    </Page>
  );
}

function useColumns(): readonly ColumnOf<SessionSummary>[] {
  const { t, language } = useTexts();
  const { value } = useFieldTexts();
  const at = ({ started_at }: SessionSummary): string => momentWithYear(new Date(started_at), language);
  return [
    {
      key: 'title',
      title: t('records.field.title'),
      isRowHeader: true,
      cell: (session) => <RowTitle title={<TitleText>{session.title}</TitleText>} narrow={at(session)} />,
    },
    { key: 'started_at', title: t('records.field.started_at'), wideOnly: true, cell: at },
    {
      key: 'participant_ids',
      title: t('records.field.participant_ids'),
      wideOnly: true,
      cell: ({ participant_ids }) => value('participant_ids', participant_ids),
    },
  ];
}
