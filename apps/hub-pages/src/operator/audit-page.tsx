import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, ScrollText } from '@kushk/ui/icons';
import { Fragment, useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  buttonLink,
  CollapsingFilters,
  DateField,
  EmptyState,
  ListPanel,
  moment,
  Page,
  PageHead,
  PagePath,
  PersonName,
  Select,
  TextField,
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
const ANY = 'any';

/** Who did what on the hub, newest first. */
export function AuditPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const query = useInfiniteQuery(auditQuery(search));
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page width="wide">
      <PagePath steps={[t('operator.audit')]} />
      <PageHead
        title={t('operator.audit')}
        note={<span>{t('operator.audit.what')}</span>}
        actions={
          <a className={buttonLink()} href={exportAddress(search)} download="audit.ndjson">
            <Download aria-hidden="true" />
            {t('operator.audit.export')}
          </a>
        }
      />
      <ListPanel<AuditEntry>
        title={t('operator.audit')}
        isHeadless
        filters={<Filters key={search.subject ?? ''} search={search} />}
        query={query}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<ScrollText />} title={t('operator.audit.empty')}>
            {t(isFiltered ? 'operator.audit.empty.filtered' : 'operator.audit.empty.what')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function exportAddress({ actor, action, subject, ...days }: AuditSearch): string {
  const filters = Object.entries({ actor, action, subject, ...timesOf(days), format: 'ndjson' });
  const given = filters.filter((filter): filter is [string, string] => filter[1] !== undefined);
  return `/operator/v1/audit?${new URLSearchParams(given).toString()}`;
}

function Filters({ search }: { readonly search: AuditSearch }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(staffQuery());
  const [subject, setSubject] = useState(search.subject ?? '');
  const set = (key: keyof AuditSearch, value: string | null): void => {
    if (value === UNREADABLE) return;
    const { [key]: _before, ...others } = search;
    void navigate({ to: '/audit', search: value === null || value === '' ? others : { ...others, [key]: value } });
  };
  const staff = (data?.pages ?? []).flatMap(({ items }) => items.map(({ id, name }) => ({ value: id, label: name })));
  // Also publishers and people who have left act; a click on their name in the list sets the filter.
  const actors =
    search.actor === undefined || staff.some(({ value }) => value === search.actor)
      ? staff
      : [...staff, { value: search.actor, label: search.actor }];
  return (
    <CollapsingFilters count={Object.keys(search).length}>
      <form
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault();
          set('subject', subject.trim());
        }}
      >
        <Select
          label={t('operator.audit.actor')}
          value={search.actor ?? ANY}
          onChange={(actor) => set('actor', actor === ANY ? null : actor)}
          options={[{ value: ANY, label: t('operator.audit.anybody') }, ...actors]}
        />
        <Select
          label={t('operator.audit.action')}
          value={search.action ?? ANY}
          onChange={(action) => set('action', action === ANY ? null : action)}
          options={[
            { value: ANY, label: t('operator.audit.any') },
            ...Object.entries(auditActions).map(([value, key]) => ({ value, label: t(key) })),
          ]}
        />
        <TextField
          label={t('operator.audit.subject')}
          placeholder={t('operator.id')}
          isCode
          value={subject}
          onChange={setSubject}
          maxLength={255}
        />
        <DateField label={t('operator.audit.from')} value={search.from ?? null} onChange={(day) => set('from', day)} />
        <DateField label={t('operator.audit.to')} value={search.to ?? null} onChange={(day) => set('to', day)} />
        <span className={classes.buttons}>
          {subject.trim() !== (search.subject ?? '') && (
            <Button look="primary" type="submit">
              {t('operator.audit.apply')}
            </Button>
          )}
          {Object.keys(search).length > 0 && (
            <Button look="quiet" onPress={() => void navigate({ to: '/audit', search: {} })}>
              {t('operator.audit.clear')}
            </Button>
          )}
        </span>
      </form>
    </CollapsingFilters>
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
