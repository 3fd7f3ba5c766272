import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Plus } from '@kushk/ui/icons';
import { useCallback, useState, type ReactNode } from 'react';
import { Button, EmptyState, Page, PageHead, PagePath, Panel, TitleText, useTexts, type ColumnOf } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { sessionsQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import { ListSearch, RecordList } from './record-list.js';
import type { SessionSummary } from './record-types.js';
import classes from './records.module.css';
import { momentWithYear } from './times.js';

const route = getRouteApi('/sessions');

/** The sessions in which the person takes part. */
export function SessionsPage(): ReactNode {
  const { t } = useTexts();
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const search = useCallback(
    (text: string) => void navigate({ to: '/sessions', search: text === '' ? {} : { q: text }, replace: true }),
    [navigate],
  );
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
      <div className={classes.tools}>
        <ListSearch label={t('records.sessions.search')} value={q ?? ''} onChange={search} />
      </div>
      <Panel title={t('records.sessions')} flush>
        <RecordList
          label={t('records.sessions')}
          query={sessionsQuery(q === undefined ? {} : { q })}
          columns={useColumns()}
          hrefOf={({ id }) => `/sessions/${encodeURIComponent(id)}`}
          empty={
            <EmptyState
              icon={<MessagesSquare />}
              title={t(q === undefined ? 'records.sessions.empty' : 'records.nothing_found')}
            >
              {t(q === undefined ? 'records.sessions.empty.why' : 'records.nothing_found.why')}
            </EmptyState>
          }
        />
      </Panel>
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
      cell: (session) => (
        <span className={classes.name}>
          <b>
            <TitleText>{session.title}</TitleText>
          </b>
          <small className={classes.narrow}>{at(session)}</small>
        </span>
      ),
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
