import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Download, FolderOpen, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import {
  Badge,
  Button,
  buttonLink,
  changedFilters,
  datedName,
  day,
  EmptyState,
  FilterBar,
  filterLink,
  FilterSelect,
  ListPanel,
  ListSearch,
  ListTools,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  Person,
  RowTitle,
  TitleText,
  useTexts,
  type ColumnOf,
  nowMs,
} from '@kushk/ui';
import { tehranFields } from '@kushk/ui/tehran-time';
import { useMe } from '../organisation/me.js';
import { usePersonName } from '../organisation/people.js';
import { amountText } from './field-texts.js';
import { CASE_SORTS, type CasesSearch } from './cases-search.js';
import { casesQuery, type CaseFilter } from './list-queries.js';
import { CaseStatus } from './case-status.js';
import { RecordDialog } from './record-dialog.js';
import type { Case } from './record-types.js';

const route = getRouteApi('/cases');

/** All cases that the person may see: the open ones, unless another filter is chosen. */
export function CasesPage(): ReactNode {
  const { t } = useTexts();
  const filters = route.useSearch();
  const { q, show, sort } = filters;
  const { personId } = useMe();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const filter: CaseFilter = {
    ...(q !== undefined && { q }),
    ...(show === 'mine' && personId !== null && { assignee_id: personId }),
    ...(show !== 'all' && { status: show === 'closed' ? 'closed' : 'open' }),
    ...(sort !== undefined && { sort }),
  };
  const go = (search: CasesSearch): void => void navigate({ to: '/cases', search, replace: true });
  const actions = (
    <>
      <CasesExport filter={filter} />
      <Button look="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('records.new.case')}
      </Button>
    </>
  );
  return (
    <Page>
      <PagePath steps={[t('records.cases')]} />
      <PageHead title={t('records.cases')} actions={actions} />
      <ListTools>
        <ListSearch
          label={t('records.cases.search')}
          value={q ?? ''}
          onSearch={(text) => go(changedFilters(filters, { q: text }))}
        />
        <CaseFilters search={filters} />
        <FilterSelect
          label={t('lists.sort')}
          all={t('lists.sort.newest')}
          value={sort}
          onChange={(next) => go(changedFilters(filters, { sort: next }))}
          options={CASE_SORTS.map((value) => ({
            value,
            label: t(value === 'due' ? 'records.cases.sort.due' : 'lists.sort.oldest'),
          }))}
        />
      </ListTools>
      <ListPanel
        title={t(`records.cases.show.${show ?? 'open'}`)}
        query={useInfiniteQuery(casesQuery(filter))}
        keyOf={({ id }) => id}
        columns={useCaseColumns()}
        linkOf={({ id }) => `/cases/${encodeURIComponent(id)}`}
        empty={q === undefined && show === undefined ? <NoCases /> : <NothingFound onClear={() => go({})} />}
      />
      <RecordDialog
        type="case"
        record={null}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSaved={({ id }) => void navigate({ to: '/cases/$id', params: { id } })}
      />
    </Page>
  );
}

/** Downloads every case that the filters leave, for a spreadsheet. */
function CasesExport({ filter }: { filter: CaseFilter }): ReactNode {
  const { t } = useTexts();
  const organisation = currentOrganisation();
  const query = new URLSearchParams({ ...filter, ...(organisation !== null && { organisation }), format: 'csv' });
  return (
    <a
      className={buttonLink()}
      href={`/instance/v1/cases?${query.toString()}`}
      download={datedName('cases', 'csv')}
      aria-label={t('lists.download', { format: 'CSV' })}
    >
      <Download aria-hidden="true" />
      CSV
    </a>
  );
}

function CaseFilters({ search }: { search: CasesSearch }): ReactNode {
  const { t } = useTexts();
  return (
    <FilterBar label={t('records.filters')}>
      {(['open', 'mine', 'closed', 'all'] as const).map((show) => (
        <Link
          key={show}
          to="/cases"
          search={changedFilters(search, { show: show === 'open' ? undefined : show })}
          activeOptions={{ includeSearch: true, exact: true, explicitUndefined: true }}
          className={filterLink}
        >
          {t(`records.cases.show.${show}`)}
        </Link>
      ))}
    </FilterBar>
  );
}

function NoCases(): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState icon={<FolderOpen />} title={t('records.cases.empty')}>
      {t('records.cases.empty.why')}
    </EmptyState>
  );
}

function useCaseColumns(): readonly ColumnOf<Case>[] {
  const { t, language } = useTexts();
  const personName = usePersonName();
  const today = tehranFields(new Date(nowMs())).date;
  const due = ({ due_on, status }: Case): ReactNode => {
    if (due_on === null) return '';
    const date = day(new Date(`${due_on}T12:00:00Z`), language);
    return status === 'open' && due_on < today ? <Badge tone="warn">{t('records.overdue', { date })}</Badge> : date;
  };
  return [
    {
      key: 'title',
      title: t('records.field.title'),
      isRowHeader: true,
      cell: (one) => (
        <RowTitle
          title={<TitleText>{one.title}</TitleText>}
          narrow={
            <>
              <CaseStatus status={one.status} /> {due(one)}
            </>
          }
        />
      ),
    },
    {
      key: 'status',
      title: t('records.field.status'),
      wideOnly: true,
      cell: ({ status }) => <CaseStatus status={status} />,
    },
    {
      key: 'amount',
      title: t('records.field.amount'),
      wideOnly: true,
      // Digits run to the right in either language: their units stand below each other.
      atEnd: language === 'en',
      cell: ({ amount }) => (amount === null ? '' : amountText(amount, language)),
    },
    { key: 'due_on', title: t('records.field.due_on'), wideOnly: true, cell: due },
    {
      key: 'assignee_id',
      title: t('records.field.assignee_id'),
      wideOnly: true,
      cell: ({ assignee_id }) => {
        const name = personName(assignee_id);
        return name === null ? '' : <Person name={name} />;
      },
    },
  ];
}
