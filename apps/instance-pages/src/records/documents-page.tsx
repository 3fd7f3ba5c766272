import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileText, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  EmptyState,
  ListPanel,
  ListSearch,
  ListTools,
  moment,
  Page,
  PageHead,
  PagePath,
  RowTitle,
  TitleText,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { documentsQuery } from './list-queries.js';
import { Excerpt } from './excerpt.js';
import { RecordDialog } from './record-dialog.js';
import type { Document } from './record-types.js';

const route = getRouteApi('/documents');

/** The documents that the person may see. */
export function DocumentsPage(): ReactNode {
  const { t } = useTexts();
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const search = (text: string): void =>
    void navigate({ to: '/documents', search: text === '' ? {} : { q: text }, replace: true });
  return (
    <Page>
      <PagePath steps={[t('records.documents')]} />
      <PageHead
        title={t('records.documents')}
        actions={
          <Button look="primary" onPress={() => setOpen(true)}>
            <Plus aria-hidden="true" />
            {t('records.new.document')}
          </Button>
        }
      />
      <ListTools>
        <ListSearch label={t('records.documents.search')} value={q ?? ''} onSearch={search} />
      </ListTools>
      <ListPanel
        title={t('records.documents')}
        keyOf={({ id }) => id}
        query={useInfiniteQuery(documentsQuery(q === undefined ? {} : { q }))}
        columns={useColumns()}
        linkOf={({ id }) => `/documents/${encodeURIComponent(id)}`}
        empty={
          <EmptyState
            icon={<FileText />}
            title={t(q === undefined ? 'records.documents.empty' : 'records.nothing_found')}
          >
            {t(q === undefined ? 'records.documents.empty.why' : 'records.nothing_found.why')}
          </EmptyState>
        }
      />
      <RecordDialog
        type="document"
        record={null}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSaved={({ id }) => void navigate({ to: '/documents/$id', params: { id } })}
      />
    </Page>
  );
}

const EXCERPT_MAX = 200;

/** The first words of a text without the marks of Markdown for headings and emphasis. */
function excerpt(text: string): string {
  const start = text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX).replace(/\s+\S*$/, '')}…` : text;
  return start.replaceAll(/^#+ +|\*\*|__/gm, '');
}

function useColumns(): readonly ColumnOf<Document>[] {
  const { t, language } = useTexts();
  return [
    {
      key: 'title',
      title: t('records.field.title'),
      isRowHeader: true,
      cell: ({ title, text }) => (
        <RowTitle title={<TitleText>{title}</TitleText>}>
          <Excerpt>{excerpt(text)}</Excerpt>
        </RowTitle>
      ),
    },
    {
      key: 'updated_at',
      title: t('records.updated_at'),
      wideOnly: true,
      cell: ({ updated_at }) => moment(new Date(updated_at), language),
    },
  ];
}
