import type { ReactNode } from 'react';
import { DecimalField, muText, useTexts, type TypedProps } from '@kushk/ui';
import { amountOf } from './mu.js';

/** An amount of MU above zero. What was understood is shown below the field before it is sent. */
export function MuField({ description, ...field }: TypedProps): ReactNode {
  const { t, language } = useTexts();
  const mu = amountOf(field.value);
  return (
    <DecimalField
      {...field}
      isUnsigned
      description={mu === null ? description : t('wallet.amount.is', { mu: muText(mu, language) })}
      hint={mu === null ? undefined : description}
      check={(decimal) => (amountOf(decimal) === null ? t('wallet.amount.wrong') : null)}
    />
  );
}
