import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, ScrollText, X } from '@kushk/ui/icons';
import { Fragment, type ReactNode } from 'react';
import {
  Badge,
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
  moment,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  PersonName,
  UNREADABLE,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { timesOf } from '../tehran-days.js';
import { actionText, auditActions } from './audit-actions.js';
import { AuditDetails } from './audit-details.js';
import type { AuditSearch } from './audit-search.js';
import classes from './audit-page.module.css';
import { auditQuery, staffQuery, type AuditEntry } from './queries.js';

const route = getRouteApi('/audit');
const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

/** Who did what on the hub. */
export function AuditPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useInfiniteQuery(auditQuery(search));
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page width="wide">
      <PagePath steps={[t('operator.audit')]} />
      <PageHead
        title={t('operator.audit')}
        note={<span>{t('operator.audit.what')}</span>}
        actions={EXPORT_FORMATS.map((format) => (
          <a
            key={format}
            className={buttonLink()}
            href={exportAddress(search, format)}
            download={datedName('audit', format)}
            aria-label={t('lists.download', { format: format.toUpperCase() })}
          >
            <Download aria-hidden="true" />
            {format.toUpperCase()}
          </a>
        ))}
      />
      <ListPanel<AuditEntry>
        title={t('operator.audit')}
        isHeadless
        filters={<Filters search={search} />}
        query={query}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => void navigate({ to: '/audit', search: {}, replace: true })} />
          ) : (
            <EmptyState icon={<ScrollText />} title={t('operator.audit.empty')}>
              {t('operator.audit.empty.what')}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function exportAddress({ from, to, ...filters }: AuditSearch, format: (typeof EXPORT_FORMATS)[number]): string {
  const given = Object.entries({ ...filters, ...timesOf({ from, to }), format });
  return `/operator/v1/audit?${new URLSearchParams(given).toString()}`;
}

function Filters({ search }: { readonly search: AuditSearch }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(staffQuery());
  const { q, subject, sort, ...filters } = search;
  const set = (change: Parameters<typeof changedFilters<AuditSearch>>[1]): void => {
    if (Object.values(change).includes(UNREADABLE)) return;
    void navigate({ to: '/audit', search: changedFilters(search, change), replace: true });
  };
  const staff = (data?.pages ?? []).flatMap(({ items }) => items.map(({ id, name }) => ({ value: id, label: name })));
  // Also publishers and people who have left act; a click on their name in the list sets the filter.
  const actors =
    search.actor === undefined || staff.some(({ value }) => value === search.actor)
      ? staff
      : [...staff, { value: search.actor, label: search.actor }];
  return (
    <>
      <ListSearch label={t('operator.audit.search')} value={q ?? ''} onSearch={(text) => set({ q: text })} />
      <FilterSelect
        label={t('lists.sort')}
        all={t('lists.sort.newest')}
        value={sort}
        onChange={(next) => set({ sort: next })}
        options={[{ value: 'oldest', label: t('lists.sort.oldest') }]}
      />
      {subject !== undefined && (
        <Button look="quiet" onPress={() => set({ subject: undefined })}>
          {t('operator.audit.subject')}: <Code>{subject}</Code>
          <X aria-label={t('lists.clear')} />
        </Button>
      )}
      <CollapsingFilters count={Object.keys(filters).length}>
        <div className={classes.filters}>
          <FilterSelect
            label={t('operator.audit.actor')}
            isLabelShown
            all={t('operator.audit.anybody')}
            value={search.actor}
            onChange={(actor) => set({ actor })}
            options={actors}
          />
          <FilterSelect
            label={t('operator.audit.action')}
            isLabelShown
            all={t('operator.audit.any')}
            value={search.action}
            onChange={(action) => set({ action })}
            options={Object.entries(auditActions).map(([value, key]) => ({ value, label: t(key) }))}
          />
          <DateField
            label={t('operator.audit.from')}
            value={search.from ?? null}
            onChange={(from) => set({ from: from ?? undefined })}
          />
          <DateField
            label={t('operator.audit.to')}
            value={search.to ?? null}
            onChange={(to) => set({ to: to ?? undefined })}
          />
        </div>
      </CollapsingFilters>
    </>
  );
}

/** A release is broken into lines before its version and between the parts of its id, before anywhere else. */
function breakable(name: string): ReactNode {
  return name.split(/(?=\.[^@]*@|@)/).map((part, index) => (
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ));
}

function useColumns(): readonly ColumnOf<AuditEntry>[] {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const search = route.useSearch();
  /** A name is also a filter: who asks "what else did they do" clicks it. */
  const filter = (key: 'actor' | 'subject', id: string, name: string | null): ReactNode => (
    <span className={classes.who}>
      <Button
        look="quiet"
        aria-label={t(`operator.audit.only.${key}`, { name: name ?? id })}
        onPress={() => void navigate({ to: '/audit', search: { ...search, [key]: id } })}
      >
        {key === 'actor' ? (
          <PersonName name={name ?? id} />
        ) : (
          <bdi className={classes.name}>{breakable(name ?? id)}</bdi>
        )}
      </Button>
    </span>
  );
  return [
    {
      key: 'at',
      title: t('operator.audit.at'),
      wideOnly: true,
      cell: ({ at }) => (
        <time className={classes.at} dateTime={at}>
          {moment(new Date(at), language)}
        </time>
      ),
    },
    {
      key: 'action',
      title: t('operator.audit.event'),
      isRowHeader: true,
      cell: ({ action, at, actor, details }) => (
        <span className={classes.event}>
          <span>{actionText(t, action)}</span>
          <span className={classes.narrow}>
            <time dateTime={at}>{moment(new Date(at), language)}</time>
            <span>
              {actor.kind === 'system' ? t('operator.audit.system') : <PersonName name={actor.name ?? actor.id} />}
            </span>
          </span>
          <AuditDetails details={details} />
        </span>
      ),
    },
    {
      key: 'subject',
      title: t('operator.audit.subject'),
      cell: ({ subject }) => filter('subject', subject.id, subject.name),
    },
    {
      key: 'actor',
      title: t('operator.audit.actor'),
      wideOnly: true,
      cell: ({ actor }) =>
        actor.kind === 'system' ? <Badge>{t('operator.audit.system')}</Badge> : filter('actor', actor.id, actor.name),
    },
  ];
}
