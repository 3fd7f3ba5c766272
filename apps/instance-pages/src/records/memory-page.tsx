import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Brain, Pencil, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  EmptyState,
  IconButton,
  Lines,
  ListSearch,
  ListTools,
  moment,
  Page,
  PagedList,
  PageHead,
  PagePath,
  Panel,
  useTexts,
} from '@kushk/ui';
import { memoriesQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { Editable, Memory } from './record-types.js';
import classes from './memory-page.module.css';

const route = getRouteApi('/memory');

/** What the assistant remembers about the person. No other person sees it, not even an admin. */
export function MemoryPage(): ReactNode {
  const { t } = useTexts();
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Editable | 'new' | null>(null);
  const search = (text: string): void =>
    void navigate({ to: '/memory', search: text === '' ? {} : { q: text }, replace: true });
  return (
    <Page>
      <PagePath steps={[t('records.memory')]} />
      <PageHead
        title={t('records.memory')}
        note={t('records.memory.note')}
        actions={
          <Button look="primary" onPress={() => setEdited('new')}>
            <Plus aria-hidden="true" />
            {t('records.new.memory')}
          </Button>
        }
      />
      <ListTools>
        <ListSearch label={t('records.memory.search')} value={q ?? ''} onSearch={search} />
      </ListTools>
      <Panel title={t('records.memory')} flush>
        <Memories q={q} onEdit={(memory) => setEdited(memory as unknown as Editable)} />
      </Panel>
      <RecordDialog
        key={edited === null || edited === 'new' ? 'new' : edited.id}
        type="memory"
        record={edited === 'new' ? null : edited}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      />
    </Page>
  );
}

function Memories({ q, onEdit }: { q: string | undefined; onEdit: (memory: Memory) => void }): ReactNode {
  const { t, language } = useTexts();
  return (
    <PagedList
      query={useInfiniteQuery(memoriesQuery(q === undefined ? {} : { q }))}
      empty={
        <EmptyState icon={<Brain />} title={t(q === undefined ? 'records.memory.empty' : 'records.nothing_found')}>
          {t(q === undefined ? 'records.memory.empty.why' : 'records.nothing_found.why')}
        </EmptyState>
      }
    >
      {(memories) => (
        <Lines>
          {memories.map((memory) => (
            <li key={memory.id} className={classes.memory}>
              <p dir="auto">{memory.text}</p>
              <time dateTime={memory.updated_at}>{moment(new Date(memory.updated_at), language)}</time>
              <IconButton aria-label={t('records.edit')} onPress={() => onEdit(memory)}>
                <Pencil />
              </IconButton>
            </li>
          ))}
        </Lines>
      )}
    </PagedList>
  );
}
