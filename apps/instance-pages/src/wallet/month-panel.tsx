import type { ReactNode } from 'react';
import { Button, day, muText, Panel, useTexts } from '@kushk/ui';
import { Meter } from './meter.js';
import type { Wallet } from './queries.js';
import { useServiceName } from './use-service-name.js';
import type { OpenDialog } from './wallet-dialog-state.js';
import classes from './wallet.module.css';

interface MonthPanelProps {
  readonly id: string;
  readonly wallet: Wallet;
  readonly onOpen: OpenDialog;
}

/** A month of the usage is a Gregorian one, cut at midnight in Tehran; people read its first and last day. */
export function MonthPanel({ id, wallet, onOpen }: MonthPanelProps): ReactNode {
  const { t, language } = useTexts();
  const { month, budget, held } = wallet;
  const last = new Date(Date.parse(month.ends_at) - 1);
  return (
    <Panel
      title={t('wallet.month')}
      note={t('wallet.month.days', { from: day(new Date(month.starts_at), language), to: day(last, language) })}
      actions={<Button onPress={() => onOpen({ kind: 'budget' })}>{t('wallet.budget.change')}</Button>}
    >
      <div className={classes.meters}>
        {budget.monthly === null ? (
          <Unlimited title={<b>{t('wallet.month.all')}</b>} consumed={month.consumed} />
        ) : (
          <Meter title={<b>{t('wallet.month.all')}</b>} consumed={month.consumed} held={held} limit={budget.monthly} />
        )}
        <Services id={id} wallet={wallet} />
      </div>
      {month.reversed !== '0' && (
        <p className={classes.note}>{t('wallet.month.reversed', { mu: muText(month.reversed, language) })}</p>
      )}
    </Panel>
  );
}

/** The services that were used this month or have a budget, the most used first as the API has them. */
function Services({ id, wallet: { month, budget } }: { id: string; wallet: Wallet }): ReactNode {
  const nameOf = useServiceName(id);
  const used = new Map(month.services.map((service) => [service.service, service]));
  const keys = [...new Set([...used.keys(), ...Object.keys(budget.services)])];
  return keys.map((key) => {
    const { consumed = '0', held = '0' } = used.get(key) ?? {};
    const limit = budget.services[key];
    const title = <bdi>{nameOf(key)}</bdi>;
    return limit === undefined ? (
      <Unlimited key={key} title={title} consumed={consumed} />
    ) : (
      <Meter key={key} title={title} consumed={consumed} held={held} limit={limit} />
    );
  });
}

function Unlimited({ title, consumed }: { title: ReactNode; consumed: string }): ReactNode {
  const { language } = useTexts();
  return (
    <div className={classes.meter}>
      <p>
        <span>{title}</span>
        <span>{muText(consumed, language)}</span>
      </p>
    </div>
  );
}
