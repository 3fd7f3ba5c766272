import type { ReactNode } from 'react';
import {
  Button,
  buttonLink,
  changedFilters,
  Code,
  CollapsingFilters,
  datedName,
  DateField,
  EmptyState,
  FilterSelect,
  ListPanel,
  ListSearch,
  ListTools,
  PersonName,
  RowTitle,
  UNREADABLE,
  useTexts,
  type ColumnOf,
  type ListResult,
} from '@kushk/ui';
import { Download, ScrollText } from '@kushk/ui/icons';
import { momentInTehran } from '@kushk/ui/tehran-time';
import type { AuditEntry } from '../records/case-history.js';
import { momentWithYear } from '../records/times.js';
import { AuditDetails } from './audit-details.js';
import type { AuditFilter } from './audit-queries.js';
import type { AuditSearch } from './audit-search.js';
import { AuditSubject } from './audit-subject.js';
import { useAuditTexts, type ActionTexts } from './audit-texts.js';
import classes from './audit-list.module.css';

const DAY_MS = 86_400_000;
const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

/** The address has days of Tehran, both included; the API has moments, of which the last is excluded. */
export function filterOf({ actor, action, from, to, subject, q, sort }: AuditSearch): AuditFilter {
  const start = from === undefined ? null : momentInTehran(from, '00:00');
  const end = to === undefined ? null : momentInTehran(to, '00:00');
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
    ...(start !== null && { from: start.toISOString() }),
    ...(end !== null && { to: new Date(end.getTime() + DAY_MS).toISOString() }),
  };
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
  /** Who can have done something, for the filter of actors. */
  readonly actors: readonly { readonly id: string; readonly name: string }[];
  /** The actions, each with its text. */
  readonly actions: ActionTexts;
}

/** The filters of an audit. */
export function AuditFilters({ search, onChange, actors, actions }: AuditFiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (change: Parameters<typeof changedFilters<AuditSearch>>[1]): void => {
    if (!Object.values(change).includes(UNREADABLE)) onChange(changedFilters(search, change));
  };
  const { q, sort, ...others } = search;
  return (
    <>
      <ListTools>
        <ListSearch label={t('organisation.audit.search')} value={q ?? ''} onSearch={(text) => set({ q: text })} />
        <FilterSelect
          label={t('lists.sort')}
          all={t('lists.sort.newest')}
          value={sort}
          onChange={(next) => set({ sort: next })}
          options={[{ value: 'oldest', label: t('lists.sort.oldest') }]}
        />
      </ListTools>
      {search.subject !== undefined && (
        <p>
          {t('organisation.audit.only')}{' '}
          <Button look="quiet" onPress={() => set({ subject: undefined })}>
            {t('organisation.audit.all')}
          </Button>
        </p>
      )}
      <CollapsingFilters count={Object.keys(others).length}>
        <div className={classes.filters}>
          <FilterSelect
            label={t('organisation.audit.actor')}
            isLabelShown
            all={t('organisation.audit.anybody')}
            value={search.actor}
            onChange={(actor) => set({ actor })}
            options={actors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterSelect
            label={t('organisation.audit.action')}
            isLabelShown
            all={t('organisation.audit.anything')}
            value={search.action}
            onChange={(action) => set({ action })}
            options={Object.entries(actions).map(([value, key]) => ({ value, label: t(key) }))}
          />
          <DateField
            label={t('organisation.audit.from')}
            value={search.from ?? null}
            onChange={(from) => set({ from: from ?? undefined })}
          />
          <DateField
            label={t('organisation.audit.to')}
            value={search.to ?? null}
            onChange={(to) => set({ to: to ?? undefined })}
          />
        </div>
      </CollapsingFilters>
    </>
  );
}

/** Downloads every entry that the filters leave, for a spreadsheet or a program. */
export function AuditExport({ address, filter }: { address: string; filter: AuditFilter }): ReactNode {
  const { t } = useTexts();
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...filter });
  return EXPORT_FORMATS.map((format) => {
    parameters.set('format', format);
    return (
      <a
        key={format}
        className={buttonLink()}
        href={`${path}?${parameters.toString()}`}
        download={datedName('audit', format)}
        aria-label={t('lists.download', { format: format.toUpperCase() })}
      >
        <Download aria-hidden="true" />
        {format.toUpperCase()}
      </a>
    );
  });
}

/** The entries of an audit. */
export function AuditList({ query }: { query: ListResult<AuditEntry> }): ReactNode {
  const { t } = useTexts();
  return (
    <ListPanel
      title={t('organisation.audit.entries')}
      query={query}
      columns={useColumns()}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon={<ScrollText />} title={t('organisation.audit.empty')}>
          {t('organisation.audit.empty.why')}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly ColumnOf<AuditEntry>[] {
  const { t, language } = useTexts();
  const { action, actor } = useAuditTexts();
  const time = ({ at }: AuditEntry): ReactNode => <time dateTime={at}>{momentWithYear(new Date(at), language)}</time>;
  return [
    { key: 'at', title: t('organisation.audit.at'), wideOnly: true, cell: time },
    {
      key: 'action',
      title: t('organisation.audit.action'),
      isRowHeader: true,
      cell: (entry) => (
        <RowTitle
          title={action(entry.action)}
          narrow={
            <>
              <AuditSubject entry={entry} />
              <AuditDetails details={entry.details} />
              <small>{time(entry)}</small>
            </>
          }
        >
          <small>
            <Code soft>{entry.action}</Code>
          </small>
        </RowTitle>
      ),
    },
    { key: 'actor', title: t('organisation.audit.actor'), cell: (entry) => <PersonName name={actor(entry.actor)} /> },
    {
      key: 'subject',
      title: t('organisation.audit.subject'),
      wideOnly: true,
      cell: (entry) => <AuditSubject entry={entry} />,
    },
    {
      key: 'details',
      title: t('organisation.audit.details'),
      wideOnly: true,
      cell: ({ details }) => <AuditDetails details={details} />,
    },
  ];
}
