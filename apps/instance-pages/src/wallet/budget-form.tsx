import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { muText, Notice, showToast, useTexts } from '@kushk/ui';
import { manifestOf } from '../store/manifest.js';
import { MuField } from '../store/mu-field.js';
import { amountOf } from '../store/mu.js';
import { manifestQuery } from '../store/queries.js';
import { WalletFormFrame } from './form-parts.js';
import { useSetBudget } from './queries.js';
import { isReached } from './amounts.js';
import { useServiceName } from './use-service-name.js';
import type { WalletFormProps } from './wallet-dialog.js';
import classes from './wallet.module.css';

/** What the plugin may consume in a month, in all and per service. An empty field is no limit. */
export function BudgetForm({ id, wallet, onClose }: WalletFormProps): ReactNode {
  const { t, language } = useTexts();
  const { budget, month, held } = wallet;
  const { data } = useQuery(manifestQuery(id));
  const nameOf = useServiceName(id);
  const declared = (data && manifestOf(data.manifest).services)?.map(({ key }) => key) ?? [];
  const services = [...new Set([...declared, ...Object.keys(budget.services)])];
  const [monthly, setMonthly] = useState(budget.monthly);
  const [limits, setLimits] = useState<Readonly<Record<string, string | null>>>(budget.services);
  const save = useSetBudget(id);
  const isWrong = (mu: string | null): boolean => mu !== null && amountOf(mu) === null;
  const reached = [
    ...(isReached(amountOf(monthly), { consumed: month.consumed, held }) ? [t('wallet.month.all')] : []),
    ...month.services
      .filter((used) => isReached(amountOf(limits[used.service] ?? null), used))
      .map(({ service }) => nameOf(service)),
  ];
  const send = (): void => {
    const limited = Object.entries(limits).filter((limit): limit is [string, string] => limit[1] !== null);
    save.mutate(
      { monthly, services: Object.fromEntries(limited) },
      {
        onSuccess: () => {
          onClose();
          showToast({ tone: 'good', message: t('wallet.budget.saved') });
        },
      },
    );
  };
  return (
    <WalletFormFrame
      action={t('wallet.save')}
      isComplete={![monthly, ...Object.values(limits)].some(isWrong)}
      isPending={save.isPending}
      error={save.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.budget.what')}</p>
      <MuField
        label={t('wallet.budget.monthly')}
        description={t('wallet.budget.used', {
          mu: muText(month.consumed, language),
          held: muText(held, language),
        })}
        value={monthly}
        onChange={setMonthly}
      />
      {services.length > 0 && (
        <fieldset className={classes.services}>
          <legend>{t('wallet.budget.services')}</legend>
          {services.map((key) => (
            <MuField
              key={key}
              label={nameOf(key)}
              value={limits[key] ?? null}
              onChange={(mu) => setLimits({ ...limits, [key]: mu })}
            />
          ))}
        </fieldset>
      )}
      {reached.length > 0 && (
        <Notice tone="warn" title={t('wallet.budget.refuses')}>
          <p>{t('wallet.budget.refuses.what', { limits: reached.join(t('store.join')) })}</p>
        </Notice>
      )}
    </WalletFormFrame>
  );
}
