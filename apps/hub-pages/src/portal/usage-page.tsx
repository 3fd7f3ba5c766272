import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, Download } from '@kushk/ui/icons';
import { nowMs } from '@kushk/ui/clock';
import { useEffect, useMemo, type ReactNode } from 'react';
import {
  Badge,
  buttonLink,
  EmptyState,
  Help,
  moment,
  monthAndYear,
  MonthBars,
  Notice,
  Page,
  PageHead,
  PagePath,
  Panel,
  ProblemNotice,
  RowsSkeleton,
  Select,
  SkeletonLine,
  useTexts,
  type MonthFigure,
} from '@kushk/ui';
import { StatementsPanel } from '../statements/statements-panel.js';
import { usePublisher } from './publisher-pages.js';
import { monthsQuery, statementsQuery, usageQuery, type MonthTotals } from './queries.js';
import classes from './usage-page.module.css';
import { UsageTable } from './usage-table.js';

/** The current month, as usage is cut: Gregorian, in Tehran. */
function currentMonth(): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran', year: 'numeric', month: '2-digit' });
  return parts.format(nowMs()).slice(0, 'YYYY-MM'.length);
}

const isEmpty = ({ consumed, added }: MonthFigure): boolean => consumed === 0 && added === 0;

/** At least this many months are in the chart, so that one bar is not as wide as the page. */
const CHART_MONTHS_MIN = 6;

/** The months from the first one with usage, the oldest first. */
function figuresOf(months: readonly MonthTotals[]): readonly MonthFigure[] {
  const figures = months.map(({ month, totals }) => ({
    month,
    consumed: Number(totals.mu_consumed),
    added: Number(totals.mu_gifted),
  }));
  const first = figures.findIndex((figure) => !isEmpty(figure));
  return figures.slice(Math.max(0, Math.min(first, figures.length - CHART_MONTHS_MIN)));
}

/** The usage of the publisher's plugins: the last months as a chart, one month in numbers. */
export function UsagePage(): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const navigate = useNavigate();
  const { month = currentMonth() } = useSearch({ from: '/portal/$publisher/usage' });
  const months = useQuery(monthsQuery(publisher.id));
  const { isPending: isMonthPending } = useQuery(usageQuery({ publisher_id: publisher.id, month }));
  usePrefetchInfiniteQuery(statementsQuery(publisher.id));
  const choices = useMemo(() => {
    const known = (months.data ?? []).map((one) => one.month);
    return [...new Set([...known, month])].sort().reverse();
  }, [months.data, month]);
  const figures = useMemo(() => figuresOf(months.data ?? []), [months.data]);
  const titleOf = (one: string): string => monthAndYear(new Date(`${one}-15T12:00:00Z`), language, 'gregory');
  const path = `/portal/v1/publishers/${encodeURIComponent(publisher.id)}/usage`;
  return (
    <Page>
      <PagePath steps={[publisher.name, t('portal.usage')]} />
      <PageHead
        title={t('portal.usage')}
        note={<span>{t('portal.usage.what')}</span>}
        actions={
          <div className={classes.tools}>
            <Select
              label={t('portal.usage.month')}
              isLabelHidden
              value={month}
              onChange={(chosen) =>
                void navigate({
                  to: '/portal/$publisher/usage',
                  params: { publisher: publisher.id },
                  search: { month: chosen },
                })
              }
              options={choices.map((value) => ({ value, label: titleOf(value) }))}
            />
            <a
              href={`${path}?month=${encodeURIComponent(month)}&format=csv`}
              download={`usage-${publisher.id}-${month}.csv`}
              className={buttonLink()}
            >
              <Download aria-hidden="true" />
              {t('portal.usage.csv')}
            </a>
          </div>
        }
      />
      <Panel title={t('portal.usage.months')}>
        <div className={classes.chart} aria-busy={months.isPending}>
          {months.data !== undefined ? (
            figures.every(isEmpty) ? (
              <EmptyState icon={<Activity />} title={t('portal.usage.none')}>
                {t('portal.usage.none.what')}
              </EmptyState>
            ) : (
              <Chart month={month} figures={figures} />
            )
          ) : months.isError ? (
            <ProblemNotice error={months.error} onRetry={() => months.refetch()} />
          ) : (
            <SkeletonLine width="long" />
          )}
        </div>
      </Panel>
      <MonthPanel month={month} title={titleOf(month)} />
      {/* How high the month is, is known when it is loaded: until then nothing is below it that would move. */}
      {!isMonthPending && <Statements usagePath={path} />}
    </Page>
  );
}

function Chart({ month, figures }: { readonly month: string; readonly figures: readonly MonthFigure[] }): ReactNode {
  const { t } = useTexts();
  const titles = { title: t('portal.usage.chart'), addedTitle: t('portal.usage.gifted') };
  return <MonthBars {...titles} chosen={month} figures={figures} />;
}

function Statements({ usagePath }: { readonly usagePath: string }): ReactNode {
  const { id } = usePublisher();
  const path = `${usagePath}/statement`;
  return (
    <StatementsPanel
      publisher={id}
      statements={useInfiniteQuery(statementsQuery(id))}
      path={path}
      keysPath={`${path}/keys`}
    />
  );
}

function MonthPanel({ month, title }: { readonly month: string; readonly title: string }): ReactNode {
  const { t, language } = useTexts();
  const publisher = usePublisher();
  const queries = useQueryClient();
  const query = useQuery(usageQuery({ publisher_id: publisher.id, month }));
  const usage = query.data;
  const asOf = query.isPlaceholderData ? undefined : usage?.as_of;
  useEffect(() => {
    // The collection has brought new figures, which the chart shows as well.
    if (asOf !== undefined) void queries.invalidateQueries(monthsQuery(publisher.id));
  }, [queries, publisher.id, asOf]);
  return (
    <Panel
      title={title}
      {...(usage !== undefined && {
        // What is final no longer depends on when it was collected.
        ...(!usage.final && { note: t('portal.usage.as_of', { at: moment(new Date(usage.as_of), language) }) }),
        actions: (
          <>
            <Badge tone={usage.final ? 'good' : 'neutral'}>
              {t(usage.final ? 'portal.usage.final' : 'portal.usage.open')}
            </Badge>
            <Help term="partial" of={t(usage.final ? 'portal.usage.final' : 'portal.usage.open')} />
          </>
        ),
      })}
      flush
    >
      {usage?.partial === true && !query.isPlaceholderData && (
        <div className={classes.partial}>
          <Notice tone="warn" title={t('portal.usage.partial')}>
            <p>{t('portal.usage.partial.what')}</p>
          </Notice>
        </div>
      )}
      {query.isError ? (
        <ProblemNotice fills error={query.error} onRetry={() => query.refetch()} />
      ) : usage === undefined || query.isPlaceholderData ? (
        <RowsSkeleton label={t('portal.usage.table')} rows={2} />
      ) : usage.plugins.length === 0 ? (
        <EmptyState icon={<Activity />} title={t('portal.usage.empty')}>
          {t('portal.usage.empty.what')}
        </EmptyState>
      ) : (
        <UsageTable month={month} plugins={usage.plugins} />
      )}
    </Panel>
  );
}
