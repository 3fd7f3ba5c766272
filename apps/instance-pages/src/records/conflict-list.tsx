import type { ReactNode } from 'react';
import { Notice, useTexts } from '@kushk/ui';
import { useFieldTexts } from './field-texts.js';
import type { FieldConflict } from './form-values.js';
import classes from './conflict-list.module.css';

/** The fields that two people changed at once, with both values. */
export function ConflictList({ conflicts }: { conflicts: readonly FieldConflict[] }): ReactNode {
  const { t } = useTexts();
  const { name, value } = useFieldTexts();
  return (
    <>
      <Notice tone="warn" title={t('records.conflict.title')}>
        {t('records.conflict.what')}
      </Notice>
      <dl className={classes.conflicts}>
        {conflicts.map(({ field, theirs, mine }) => (
          <div key={field}>
            <dt>{name(field)}</dt>
            <dd>
              <small>{t('records.conflict.now')}</small>
              <mark dir="auto">{value(field, theirs) ?? t('proposal.no_value')}</mark>
            </dd>
            <dd>
              <small>{t('records.conflict.yours')}</small>
              <ins dir="auto">{value(field, mine) ?? t('proposal.no_value')}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
