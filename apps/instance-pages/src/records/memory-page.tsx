import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Brain, Pencil, Plus } from '@kushk/ui/icons';
import { useCallback, useState, type ReactNode } from 'react';
import {
  Button,
  EmptyState,
  IconButton,
  moment,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  useTexts,
} from '@kushk/ui';
import { memoriesQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import { ListSearch, RowsSkeleton } from './record-list.js';
import type { Editable, Memory } from './record-types.js';
import classes from './records.module.css';

const route = getRouteApi('/memory');

/** What the assistant remembers about the person. Nobody else sees it, not even an admin. */
export function MemoryPage(): ReactNode {
  const { t } = useTexts();
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const [edited, edit] = useState<Editable | 'new' | null>(null);
  const search = useCallback(
    (text: string) => void navigate({ to: '/memory', search: text === '' ? {} : { q: text }, replace: true }),
    [navigate],
  );
  return (
    <Page>
      <PagePath steps={[t('records.memory')]} />
      <PageHead
        title={t('records.memory')}
        note={t('records.memory.note')}
        actions={
          <Button look="primary" onPress={() => edit('new')}>
            <Plus aria-hidden="true" />
            {t('records.new.memory')}
          </Button>
        }
      />
      <div className={classes.tools}>
        <ListSearch label={t('records.memory.search')} value={q ?? ''} onChange={search} />
      </div>
      <Panel title={t('records.memory')} flush>
        <Memories q={q} onEdit={(memory) => edit(memory as unknown as Editable)} />
      </Panel>
      <RecordDialog
        key={edited === null || edited === 'new' ? 'new' : edited.id}
        type="memory"
        record={edited === 'new' ? null : edited}
        isOpen={edited !== null}
        onClose={() => edit(null)}
      />
    </Page>
  );
}

function Memories({ q, onEdit }: { q: string | undefined; onEdit: (memory: Memory) => void }): ReactNode {
  const { t, language } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    memoriesQuery(q === undefined ? {} : { q }),
  );
  const memories = data?.pages.flatMap(({ items }) => items);
  if (memories === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  if (memories.length === 0)
    return (
      <EmptyState icon={<Brain />} title={t(q === undefined ? 'records.memory.empty' : 'records.nothing_found')}>
        {t(q === undefined ? 'records.memory.empty.why' : 'records.nothing_found.why')}
      </EmptyState>
    );
  return (
    <>
      <ul className={classes.lines}>
        {memories.map((memory) => (
          <li key={memory.id} className={classes.memory}>
            <p dir="auto">{memory.text}</p>
            <time dateTime={memory.updated_at}>{moment(new Date(memory.updated_at), language)}</time>
            <IconButton aria-label={t('records.edit')} onPress={() => onEdit(memory)}>
              <Pencil />
            </IconButton>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes.more}>
          <Button look="quiet" onPress={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
