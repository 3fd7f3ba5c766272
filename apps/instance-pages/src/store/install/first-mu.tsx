import type { ReactNode } from 'react';
import { inLanguage, RadioCards, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { MuField } from '../mu-field.js';
import { amountOf, unitsFor } from '../mu.js';
import classes from './first-mu.module.css';

export interface FirstMu {
  readonly kind: 'purchase' | 'gift';
  /** As the field has it; null leaves the wallet empty. */
  readonly amount: string | null;
}

interface FirstMuProps {
  readonly value: FirstMu;
  readonly onChange: (value: FirstMu) => void;
  readonly kinds: readonly FirstMu['kind'][];
  readonly manifest: PluginManifest;
  readonly plan: string | null;
}

/** What the wallet of the plugin begins with. It may begin empty. */
export function FirstMuField({ value, onChange, kinds, manifest, plan }: FirstMuProps): ReactNode {
  const { t } = useTexts();
  const enough = useEnough(manifest, plan, amountOf(value.amount));
  return (
    <div className={classes.mu}>
      <MuField
        label={t('store.mu.amount')}
        description={enough ?? t('store.mu.none')}
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount })}
      />
      {kinds.length > 1 && (
        <RadioCards
          label={t('store.mu.kind')}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind: kind as FirstMu['kind'] })}
          options={kinds.map((kind) => ({
            value: kind,
            title: t(`store.mu.${kind}`),
            text: t(`store.mu.${kind}.means`),
          }))}
        />
      )}
    </div>
  );
}

/** How much of the plan's first service an amount pays for; null when there is nothing to say. */
export function useEnough(manifest: PluginManifest, plan: string | null, amount: string | null): string | null {
  const { t, language } = useTexts();
  const rates = manifest.plans?.find(({ key }) => key === plan)?.rates ?? {};
  const [first] = Object.entries(rates);
  if (amount === null || first === undefined) return null;
  const count = unitsFor(amount, first[1]);
  const service = manifest.services?.find(({ key }) => key === first[0]);
  return count === null
    ? null
    : t('store.mu.enough', { count, service: inLanguage(service?.names, language) ?? first[0] });
}
