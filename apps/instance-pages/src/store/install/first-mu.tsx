import type { ReactNode } from 'react';
import { RadioCards, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { MuField } from '../mu-field.js';
import { amountOf } from '../mu.js';
import classes from './first-mu.module.css';
import { useEnough } from './use-enough.js';

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
