import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  Button,
  moment,
  Page,
  PageHead,
  PagePath,
  Panel,
  Person,
  ProblemNotice,
  RowsSkeleton,
  TextField,
  useDraft,
  useTexts,
} from '@kushk/ui';
import { usePersonName } from '../organisation/people.js';
import { useFieldTexts } from './field-texts.js';
import { messagesQuery, sessionQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { Editable } from './record-types.js';
import { Muted } from './muted.js';
import classes from './session-page.module.css';
import { momentWithYear } from './times.js';

const route = getRouteApi('/sessions/$id');
const MESSAGE_MAX = 20_000;

/** One session with its messages, the oldest first as people talk. */
export function SessionPage(): ReactNode {
  const { t, language } = useTexts();
  const { id } = route.useParams();
  const { value } = useFieldTexts();
  const [isOpen, setOpen] = useState(false);
  const { data: session, error, refetch } = useQuery(sessionQuery(id));
  const list = <Link to="/sessions">{t('records.sessions')}</Link>;
  if (session === undefined)
    return (
      <Page>
        <PagePath steps={[list, '…']} />
        {error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />}
      </Page>
    );
  const { messages: _messages, earlier_messages: _earlier, ...record } = session;
  return (
    <Page>
      <PagePath steps={[list, session.title]} />
      <PageHead
        title={session.title}
        note={
          <>
            <span>{momentWithYear(new Date(session.started_at), language)}</span>
            <span>{value('participant_ids', session.participant_ids)}</span>
          </>
        }
        actions={
          <Button onPress={() => setOpen(true)}>
            <Pencil aria-hidden="true" />
            {t('records.edit')}
          </Button>
        }
      />
      <Panel title={t('records.messages')}>
        <Messages id={id} />
        <Write id={id} />
      </Panel>
      <RecordDialog
        type="session"
        record={record as unknown as Editable}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Page>
  );
}

function Messages({ id }: { id: string }): ReactNode {
  const { t, language } = useTexts();
  const personName = usePersonName();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(messagesQuery(id));
  if (data === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} />;
  // The newest is the last one, and what was written before is loaded above it.
  const messages = data.pages.flatMap(({ items }) => items).toReversed();
  return (
    <>
      {hasNextPage && (
        <Button look="quiet" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('records.messages.earlier')}
        </Button>
      )}
      {messages.length === 0 && (
        <p>
          <Muted>{t('records.messages.none')}</Muted>
        </p>
      )}
      <ul className={classes.messages}>
        {messages.map(({ id: messageId, at, author_id, text }) => (
          <li key={messageId}>
            <header>
              <Person name={author_id === null ? t('records.messages.plugin') : (personName(author_id) ?? author_id)} />
              <time dateTime={at}>{moment(new Date(at), language)}</time>
            </header>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Write({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [text, setText] = useDraft(`message.${id}`);
  const isEmpty = text.trim() === '';
  const write = useMutation({
    mutationFn: () =>
      resultOf(instanceApi.POST('/instance/v1/sessions/{id}/messages', { params: { path: { id } }, body: { text } })),
    onSuccess: () => {
      setText('');
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <form
      className={classes.write}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) write.mutate();
      }}
    >
      <TextField label={t('records.messages.new')} value={text} onChange={setText} rows={3} maxLength={MESSAGE_MAX} />
      {write.error !== null && <ProblemNotice error={write.error} title={t('records.messages.not_sent')} />}
      <Button type="submit" look="primary" isDisabled={isEmpty} isPending={write.isPending}>
        {t('records.messages.send')}
      </Button>
    </form>
  );
}
