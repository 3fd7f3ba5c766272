import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileText, Inbox, Pencil, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  Columns,
  EmptyState,
  Facts,
  Lines,
  moment,
  Page,
  PagedList,
  PageHead,
  PagePath,
  Panel,
  Person,
  ProblemNotice,
  RowsSkeleton,
  TitleText,
  useTexts,
} from '@kushk/ui';
import { CasePanels } from '../embedded/case-panels.js';
import { usePersonName } from '../organisation/people.js';
import { CaseStatus } from './case-status.js';
import { useFieldTexts } from './field-texts.js';
import { HistoryList } from './history-list.js';
import { caseHistoryQuery, caseQuery, documentsQuery, proposalsOfRecordQuery } from './list-queries.js';
import { RecordDialog } from './record-dialog.js';
import type { Case, Editable } from './record-types.js';
import { Muted } from './muted.js';
import classes from './case-page.module.css';

const route = getRouteApi('/cases/$id');

/** One case: its fields, documents and history, and beside it what plugins show about it. */
export function CasePage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(caseQuery(id));
  const list = <Link to="/cases">{t('records.cases')}</Link>;
  if (data === undefined)
    return (
      <Page width="wide">
        <PagePath steps={[list, '…']} />
        {error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />}
      </Page>
    );
  return (
    <Page width="wide">
      <PagePath steps={[list, data.title]} />
      <CaseHead case={data} />
      <Columns aside={<CasePanels caseId={id} />}>
        <Waiting caseId={id} />
        <About case={data} />
        <Documents caseId={id} />
        <Panel title={t('records.history')} flush>
          <History caseId={id} />
        </Panel>
      </Columns>
    </Page>
  );
}

const History = ({ caseId }: { caseId: string }): ReactNode => (
  <HistoryList query={useInfiniteQuery(caseHistoryQuery(caseId))} />
);

function CaseHead({ case: shown }: { case: Case }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHead
        title={shown.title}
        note={<CaseStatus status={shown.status} />}
        actions={
          <Button onPress={() => setOpen(true)}>
            <Pencil aria-hidden="true" />
            {t('records.edit')}
          </Button>
        }
      />
      <RecordDialog type="case" record={shown as unknown as Editable} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Proposals for this case that wait for a decision. */
function Waiting({ caseId }: { caseId: string }): ReactNode {
  const { t, language } = useTexts();
  const { data } = useQuery(proposalsOfRecordQuery(caseId));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={t('records.waiting')} flush>
      <Lines>
        {data.items.map(({ id, summary, created_at }) => (
          <li key={id}>
            <Inbox aria-hidden="true" />
            <span>
              <Link to="/inbox/{-$id}" params={{ id }}>
                <TitleText>{summary}</TitleText>
              </Link>
            </span>
            <time dateTime={created_at}>{moment(new Date(created_at), language)}</time>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}

function About({ case: shown }: { case: Case }): ReactNode {
  const { t } = useTexts();
  const { name, value } = useFieldTexts();
  const personName = usePersonName();
  const assignee = personName(shown.assignee_id);
  const none = <Muted>{t('proposal.no_value')}</Muted>;
  const fact = (field: 'amount' | 'due_on' | 'member_ids') =>
    [name(field), value(field, shown[field]) ?? none] as const;
  return (
    <Panel title={t('records.about')}>
      <div className={classes.facts}>
        <Facts
          facts={[
            fact('amount'),
            fact('due_on'),
            [name('assignee_id'), assignee === null ? none : <Person name={assignee} />],
            fact('member_ids'),
          ]}
        />
      </div>
      {shown.description !== null && (
        <p className={classes.description} dir="auto">
          {shown.description}
        </p>
      )}
    </Panel>
  );
}

function Documents({ caseId }: { caseId: string }): ReactNode {
  const { t, language } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('records.documents')}
      flush
      actions={
        <Button look="quiet" onPress={() => setOpen(true)}>
          <Plus aria-hidden="true" />
          {t('records.new.document')}
        </Button>
      }
    >
      <PagedList
        query={useInfiniteQuery(documentsQuery({ case_id: caseId }))}
        empty={
          <EmptyState icon={<FileText />} title={t('records.documents.none')}>
            {t('records.documents.none.why')}
          </EmptyState>
        }
      >
        {(documents) => (
          <Lines>
            {documents.map(({ id, title, updated_at }) => (
              <li key={id}>
                <FileText aria-hidden="true" />
                <span>
                  <Link to="/documents/$id" params={{ id }}>
                    <TitleText>{title}</TitleText>
                  </Link>
                </span>
                <time dateTime={updated_at}>{moment(new Date(updated_at), language)}</time>
              </li>
            ))}
          </Lines>
        )}
      </PagedList>
      <RecordDialog
        type="document"
        record={null}
        initial={{ case_id: caseId }}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Panel>
  );
}
