import { nowMs } from '@kushk/ui/clock';
import { useState, type ReactNode } from 'react';
import { Button, DialogActions, ProblemNotice, RadioCards, showToast, useTexts } from '@kushk/ui';
import { useRedeliverRange } from './queries.js';

const HOUR_MS = 3_600_000;
/** All that is kept, which is what the list shows: the service leaves out what is older than 30 days. */
const PERIODS = { day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 31 * 24 * HOUR_MS } as const;
type Period = keyof typeof PERIODS;

/** Chooses a period and sends its events again. */
export function RedeliverRangeForm({ id, close }: { id: string; close: () => void }): ReactNode {
  const { t } = useTexts();
  const [period, setPeriod] = useState<Period>('day');
  const redeliver = useRedeliverRange(id);
  const send = (): void => {
    const to = new Date(nowMs());
    const from = new Date(to.getTime() - PERIODS[period]);
    redeliver.mutate(
      { from: from.toISOString(), to: to.toISOString() },
      {
        onSuccess: (count) => {
          close();
          showToast({ tone: count === 0 ? 'neutral' : 'good', message: t('installation.range.sent', { count }) });
        },
      },
    );
  };
  return (
    <>
      <p>{t('installation.range.what')}</p>
      <RadioCards
        label={t('installation.range.period')}
        value={period}
        onChange={(value) => setPeriod(value as Period)}
        options={(['day', 'week', 'month'] as const).map((value) => ({
          value,
          title: t(`installation.range.${value}`),
          text: t(`installation.range.${value}.what`),
        }))}
      />
      {redeliver.error && <ProblemNotice error={redeliver.error} />}
      <DialogActions>
        <Button look="quiet" onPress={close}>
          {t('installation.cancel')}
        </Button>
        <Button look="primary" isPending={redeliver.isPending} onPress={send}>
          {t('installation.redeliver')}
        </Button>
      </DialogActions>
    </>
  );
}
