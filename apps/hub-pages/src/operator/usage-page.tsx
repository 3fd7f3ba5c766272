import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChartNoAxesColumn, Download } from '@kushk/ui/icons';
import { nowMs } from '@kushk/ui/clock';
import type { ReactNode } from 'react';
import {
  Badge,
  buttonLink,
  Code,
  DataTable,
  digits,
  EmptyState,
  Help,
  moment,
  monthAndYear,
  muNumber,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  RowsSkeleton,
  Select,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import classes from './operator.module.css';
import { usageQuery, type Settlement } from './queries.js';

const route = getRouteApi('/usage');
const MONTHS = 24;

/** The last months in Tehran, newest first: `2026-11`. Usage is counted in Gregorian months. */
function lastMonths(): readonly string[] {
  const [year, month] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran', year: 'numeric', month: '2-digit' })
    .format(nowMs())
    .split('-')
    .map(Number);
  return Array.from({ length: MONTHS }, (_month, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 15)).toISOString().slice(0, 7),
  );
}

/** What the operator settles with each publisher for a month. */
export function UsagePage(): ReactNode {
  const { t, language } = useTexts();
  const months = lastMonths();
  const { month = months[0]! } = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(usageQuery(month));
  const options = months.includes(month) ? months : [month, ...months];
  const label = (one: string): string => monthAndYear(new Date(`${one}-15T12:00:00Z`), language, 'gregory');
  return (
    <Page width="wide">
      <PagePath steps={[t('operator.usage')]} />
      <PageHead
        title={t('operator.usage')}
        note={
          query.data &&
          month === months[0] && (
            <span>{t('operator.usage.as_of', { at: moment(new Date(query.data.as_of), language) })}</span>
          )
        }
        actions={
          <>
            <Select
              label={t('operator.usage.month')}
              isLabelHidden
              value={month}
              onChange={(next) => void navigate({ to: '/usage', search: { month: next } })}
              options={options.map((value) => ({ value, label: label(value) }))}
            />
            <a
              className={buttonLink()}
              href={`/operator/v1/usage?month=${month}&format=csv`}
              download={`usage-${month}.csv`}
            >
              <Download aria-hidden="true" />
              CSV
            </a>
          </>
        }
      />
      <Panel
        title={label(month)}
        note={t('operator.usage.what')}
        actions={<Help term="partial" of={t('operator.usage.partial')} />}
        flush
      >
        {query.data !== undefined ? (
          <Settlements items={query.data.publishers} />
        ) : query.isError ? (
          <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <RowsSkeleton label={t('operator.usage')} />
        )}
      </Panel>
    </Page>
  );
}

interface Row {
  readonly key: string;
  readonly publisher: Settlement;
  /** Null: the sum of the publisher. */
  readonly plugin: string | null;
  readonly totals: Settlement['totals'];
}

function Settlements({ items }: { readonly items: readonly Settlement[] }): ReactNode {
  const { t } = useTexts();
  const rows = items.flatMap((publisher): readonly Row[] => [
    { key: publisher.publisher_id, publisher, plugin: null, totals: publisher.totals },
    ...publisher.plugins.map(({ plugin_id, totals }) => ({
      key: `${publisher.publisher_id} ${plugin_id}`,
      publisher,
      plugin: plugin_id,
      totals,
    })),
  ]);
  const columns = useColumns();
  if (rows.length === 0) {
    return (
      <EmptyState icon={<ChartNoAxesColumn />} title={t('operator.usage.empty')}>
        {t('operator.usage.empty.what')}
      </EmptyState>
    );
  }
  return <DataTable<Row> label={t('operator.usage')} columns={columns} items={rows} keyOf={({ key }) => key} />;
}

const COUNTERS = ['purchased', 'gifted', 'reversed', 'revoked'] as const;

function useColumns(): readonly ColumnOf<Row>[] {
  const { t, language } = useTexts();
  const mu = (text: string): ReactNode => (
    <span className={classes.number}>{`${muNumber(text, language)}\u00a0MU`}</span>
  );
  /** The other amounts, for a phone, which has no columns for them. */
  const others = (totals: Settlement['totals']): ReactNode => (
    <span className={classes.narrow}>
      {COUNTERS.filter((counter) => Number(totals[`mu_${counter}`]) !== 0).map((counter) => (
        <span key={counter}>
          {t(`operator.usage.${counter}`)}: {mu(totals[`mu_${counter}`])}
        </span>
      ))}
    </span>
  );
  return [
    {
      key: 'name',
      title: t('operator.usage.of'),
      isRowHeader: true,
      cell: ({ publisher, plugin, totals }) =>
        plugin === null ? (
          <span className={classes.stack}>
            <Link to="/publishers/$publisher" params={{ publisher: publisher.publisher_id }} className={classes.name}>
              <bdi>{publisher.name}</bdi>
            </Link>
            <Badge tone={publisher.final ? 'good' : publisher.partial ? 'warn' : 'neutral'}>
              {t(
                publisher.final
                  ? 'operator.usage.final'
                  : publisher.partial
                    ? 'operator.usage.partial'
                    : 'operator.usage.open',
              )}
            </Badge>
            {others(totals)}
          </span>
        ) : (
          <span className={classes.plugin}>
            <Code soft>{plugin}</Code>
            {others(totals)}
          </span>
        ),
    },
    { key: 'consumed', title: t('operator.usage.consumed'), atEnd: true, cell: ({ totals }) => mu(totals.mu_consumed) },
    ...COUNTERS.map((counter) => ({
      key: counter,
      title: t(`operator.usage.${counter}`),
      wideOnly: true,
      atEnd: true,
      cell: ({ totals }: Row) => mu(totals[`mu_${counter}`]),
    })),
    {
      key: 'applied',
      title: t('operator.usage.applied'),
      wideOnly: true,
      atEnd: true,
      cell: ({ totals }) => digits(totals.proposals_applied, language),
    },
    {
      key: 'rejected',
      title: t('operator.usage.rejected'),
      wideOnly: true,
      atEnd: true,
      cell: ({ totals }) => digits(totals.proposals_rejected, language),
    },
  ];
}
