import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { muNumber, muText, showToast, TextField, useTexts } from '@kushk/ui';
import { manifestOf } from '../store/manifest.js';
import { amountOf } from '../store/mu.js';
import { manifestQuery } from '../store/queries.js';
import { isNoAmount, WalletFormFrame } from './form-parts.js';
import { useSetBudget } from './queries.js';
import { useServiceName } from './use-service-name.js';
import type { WalletFormProps } from './wallet-dialog.js';
import classes from './wallet.module.css';

/** What the plugin may consume in a month, in all and per service. An empty field is no limit. */
export function BudgetForm({ id, wallet, onClose }: WalletFormProps): ReactNode {
  const { t, language } = useTexts();
  const { budget, month } = wallet;
  const { data } = useQuery(manifestQuery(id));
  const nameOf = useServiceName(id);
  const declared = (data && manifestOf(data.manifest).services)?.map(({ key }) => key) ?? [];
  const services = [...new Set([...declared, ...Object.keys(budget.services)])];
  const shown = (mu: string | null): string => (mu === null ? '' : muNumber(mu, language));
  const [monthly, setMonthly] = useState(shown(budget.monthly));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (key: string): string => typed[key] ?? shown(budget.services[key] ?? null);
  const save = useSetBudget(id);
  const all = [monthly, ...services.map(textOf)];
  const send = (): void => {
    const limits = services.flatMap((key) => {
      const mu = amountOf(textOf(key));
      return mu === null ? [] : [[key, mu] as const];
    });
    save.mutate(
      { monthly: amountOf(monthly), services: Object.fromEntries(limits) },
      {
        onSuccess: () => {
          onClose();
          showToast({ tone: 'good', message: t('wallet.budget.saved') });
        },
      },
    );
  };
  const problemOf = (text: string): string[] => (isNoAmount(text) ? [t('wallet.amount.wrong')] : []);
  return (
    <WalletFormFrame
      action={t('wallet.save')}
      isComplete={!all.some(isNoAmount)}
      isPending={save.isPending}
      error={save.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.budget.what')}</p>
      <TextField
        label={t('wallet.budget.monthly')}
        description={t('wallet.budget.used', { mu: muText(month.consumed, language) })}
        value={monthly}
        onChange={setMonthly}
        problems={problemOf(monthly)}
      />
      {services.length > 0 && (
        <fieldset className={classes.services}>
          <legend>{t('wallet.budget.services')}</legend>
          {services.map((key) => (
            <TextField
              key={key}
              label={nameOf(key)}
              value={textOf(key)}
              onChange={(text) => setTyped({ ...typed, [key]: text })}
              problems={problemOf(textOf(key))}
            />
          ))}
        </fieldset>
      )}
    </WalletFormFrame>
  );
}
