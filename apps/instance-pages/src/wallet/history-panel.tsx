import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { MonthBars, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { walletMonthsQuery } from '../store/queries.js';
import { sumOf } from './amounts.js';
import classes from './wallet.module.css';

/** What was consumed and added in each of the last twelve months. */
export function HistoryPanel({ id, month }: { readonly id: string; readonly month: string }): ReactNode {
  const { t } = useTexts();
  const months = useQuery(walletMonthsQuery(id));
  const figures = useMemo(
    () =>
      months.data?.map(({ month: one, consumed, purchased, gifted }) => ({
        month: one,
        consumed: Number(consumed),
        added: Number(sumOf(purchased, gifted)),
      })),
    [months.data],
  );
  return (
    <Panel title={t('wallet.history')}>
      <div className={classes.history} aria-busy={months.isPending}>
        {figures !== undefined ? (
          <MonthBars
            title={t('wallet.history.what')}
            addedTitle={t('wallet.history.added')}
            chosen={month}
            figures={figures}
          />
        ) : months.isError ? (
          <ProblemNotice error={months.error} onRetry={() => months.refetch()} />
        ) : (
          <SkeletonLine width="long" />
        )}
      </div>
    </Panel>
  );
}
