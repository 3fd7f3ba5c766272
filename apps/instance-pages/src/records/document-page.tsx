import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Pencil } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  Code,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  RowsSkeleton,
  SkeletonLine,
  TitleText,
  useTexts,
} from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import { caseQuery, documentQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { Document, Editable } from './record-types.js';
import { Muted } from './muted.js';
import classes from './document-page.module.css';
import { momentWithYear } from './times.js';

const route = getRouteApi('/documents/$id');

/** One document: its text, and who sees it. */
export function DocumentPage(): ReactNode {
  const { t, language } = useTexts();
  const { id } = route.useParams();
  const { value } = useFieldTexts();
  const [isOpen, setOpen] = useState(false);
  const { data: shown, error, refetch } = useQuery(documentQuery(id));
  const list = <Link to="/documents">{t('records.documents')}</Link>;
  if (shown === undefined)
    return (
      <Page>
        <PagePath steps={[list, '…']} />
        {error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />}
      </Page>
    );
  return (
    <Page>
      <PagePath steps={[list, shown.title]} />
      <PageHead
        title={shown.title}
        note={
          <>
            <Code soft>{shown.content_type}</Code>
            <span>{momentWithYear(new Date(shown.updated_at), language)}</span>
            <span>{value('member_ids', shown.member_ids)}</span>
            {shown.case_id !== null && <CaseOf id={shown.case_id} />}
          </>
        }
        actions={
          <>
            <Button onPress={() => download(shown)}>
              <Download aria-hidden="true" />
              {t('records.document.download')}
            </Button>
            <Button onPress={() => setOpen(true)}>
              <Pencil aria-hidden="true" />
              {t('records.edit')}
            </Button>
          </>
        }
      />
      <Panel title={t('records.field.text')}>
        {shown.text === '' ? (
          <p>
            <Muted>{t('records.document.no_text')}</Muted>
          </p>
        ) : (
          <pre className={classes.text} dir="auto">
            {shown.text}
          </pre>
        )}
      </Panel>
      <RecordDialog
        type="document"
        record={shown as unknown as Editable}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Page>
  );
}

function CaseOf({ id }: { id: string }): ReactNode {
  const { typeLabel } = useFieldTexts();
  const { data, isError } = useQuery(caseQuery(id));
  // Who sees the document need not see its case.
  if (isError) return null;
  if (data === undefined) return <SkeletonLine width="short" />;
  return (
    <span>
      {typeLabel('case')}:{' '}
      <Link to="/cases/$id" params={{ id }}>
        <TitleText>{data.title}</TitleText>
      </Link>
    </span>
  );
}

/** Saves the text: the platform keeps a document as text. */
function download({ title, text }: Document): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${title.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ').slice(0, 100)}.txt`;
  link.click();
  URL.revokeObjectURL(address);
}
