import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, ScrollText } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import {
  Badge,
  buttonLink,
  Code,
  DateField,
  EmptyState,
  Page,
  PageHead,
  PagePath,
  Panel,
  Select,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import type { AuditEntry } from '../records/history-list.js';
import { RecordLink } from '../records/record-link.js';
import { RecordList } from '../records/record-list.js';
import { momentInTehran } from '../records/tehran-time.js';
import { momentWithYear } from '../records/times.js';
import { AdminsOnly } from './admins-only.js';
import { AUDITED_ACTIONS, useAuditTexts } from './audit-texts.js';
import { auditQuery, type AuditFilter } from './audit-queries.js';
import { useMe } from './me.js';
import classes from './organisation.module.css';
import { usePeople } from './people.js';
import type { AuditSearch } from './routes.js';

const route = getRouteApi('/audit');
const ALL = '*';

/** Who did what in the organisation, for admins. */
export function AuditPage(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const filter = filterOf(route.useSearch());
  return (
    <Page width="wide">
      <PagePath steps={[t('organisation.audit')]} />
      <PageHead
        title={t('organisation.audit')}
        note={t('organisation.audit.note')}
        {...(isAdmin && { actions: <Export filter={filter} /> })}
      />
      {isAdmin ? (
        <>
          <Filters />
          <Panel title={t('organisation.audit.entries')} flush>
            <RecordList
              label={t('organisation.audit')}
              query={auditQuery(filter)}
              columns={useColumns()}
              empty={
                <EmptyState icon={<ScrollText />} title={t('organisation.audit.empty')}>
                  {t('organisation.audit.empty.why')}
                </EmptyState>
              }
            />
          </Panel>
        </>
      ) : (
        <AdminsOnly />
      )}
    </Page>
  );
}

const DAY_MS = 86_400_000;

/** The address has days of Tehran, both included; the API has moments, of which the last is excluded. */
function filterOf({ actor, action, from, to, subject }: AuditSearch): AuditFilter {
  const start = from === undefined ? null : momentInTehran(from, '00:00');
  const end = to === undefined ? null : momentInTehran(to, '00:00');
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(start !== null && { from: start.toISOString() }),
    ...(end !== null && { to: new Date(end.getTime() + DAY_MS).toISOString() }),
  };
}

function Filters(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: people = [] } = usePeople();
  const { action: actionText } = useAuditTexts();
  const set = (change: Partial<Record<keyof AuditSearch, string | null>>): void => {
    const next = Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== null));
    void navigate({ to: '/audit', search: next as AuditSearch, replace: true });
  };
  const chosen = (value: string): string | null => (value === ALL ? null : value);
  const actions = AUDITED_ACTIONS.map((action) => ({ value: action as string, label: actionText(action) }));
  return (
    <div className={classes.filters}>
      <Select
        label={t('organisation.audit.actor')}
        value={search.actor ?? ALL}
        onChange={(value) => set({ actor: chosen(value) })}
        options={[
          { value: ALL, label: t('organisation.audit.anybody') },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={t('organisation.audit.action')}
        value={search.action ?? ALL}
        onChange={(value) => set({ action: chosen(value) })}
        options={[{ value: ALL, label: t('organisation.audit.anything') }, ...actions]}
      />
      <DateField label={t('organisation.audit.from')} value={search.from ?? null} onChange={(from) => set({ from })} />
      <DateField label={t('organisation.audit.to')} value={search.to ?? null} onChange={(to) => set({ to })} />
    </div>
  );
}

function Export({ filter }: { filter: AuditFilter }): ReactNode {
  const { t } = useTexts();
  const query = new URLSearchParams({ ...filter, format: 'ndjson' });
  const organisation = currentOrganisation();
  if (organisation !== null) query.set('organisation', organisation);
  return (
    <a className={buttonLink()} href={`/instance/v1/audit?${query.toString()}`} download="audit.ndjson">
      <Download aria-hidden="true" />
      {t('organisation.audit.export')}
    </a>
  );
}

function useColumns(): readonly ColumnOf<AuditEntry>[] {
  const { t, language } = useTexts();
  const { action, actor } = useAuditTexts();
  return [
    {
      key: 'at',
      title: t('organisation.audit.at'),
      cell: ({ at }) => <time dateTime={at}>{momentWithYear(new Date(at), language)}</time>,
    },
    {
      key: 'action',
      title: t('organisation.audit.action'),
      isRowHeader: true,
      cell: (entry) => (
        <span className={classes.text}>
          <b>{action(entry.action)}</b>
          <small>
            <Code soft>{entry.action}</Code>
          </small>
        </span>
      ),
    },
    { key: 'actor', title: t('organisation.audit.actor'), cell: (entry) => <bdi>{actor(entry.actor)}</bdi> },
    {
      key: 'subject',
      title: t('organisation.audit.subject'),
      wideOnly: true,
      cell: (entry) => <Subject entry={entry} />,
    },
    {
      key: 'details',
      title: t('organisation.audit.details'),
      wideOnly: true,
      cell: ({ details }) => <Details details={details} />,
    },
  ];
}

function Subject({ entry: { subject } }: { entry: AuditEntry }): ReactNode {
  const { id, name, type } = subject;
  return name === null ? (
    <Code soft breaks>
      {id}
    </Code>
  ) : (
    <RecordLink type={type} id={id} title={name} />
  );
}

const MOST_DETAILS = 4;

function Details({ details }: { details: AuditEntry['details'] }): ReactNode {
  const shown = Object.entries(details).slice(0, MOST_DETAILS);
  return (
    <span className={classes.details}>
      {shown.map(([name, value]) => (
        <Badge key={name}>
          <Code breaks>{`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`}</Code>
        </Badge>
      ))}
    </span>
  );
}
