import { ArrowRight, History } from '../icons/icons.generated.js';
import type { ReactNode } from 'react';
import { useTexts } from '../language.js';
import { Badge } from './badge.js';
import classes from './field-changes.module.css';

export interface FieldChange {
  readonly field: string;
  /** Absent for a field of a new record, which has no former values. */
  readonly before?: string | null;
  readonly after: string;
  /** The value that was written since; only where it differs from `before`. */
  readonly now?: string;
}

/** What a proposal does to a record, field by field. A field that was edited meanwhile shows all three values. */
export function FieldChanges({ changes, label }: { changes: readonly FieldChange[]; label: string }): ReactNode {
  const { t } = useTexts();
  return (
    <dl className={classes.list} aria-label={label}>
      {changes.map(({ field, before, after, now }) => (
        <div key={field} className={now === undefined ? classes.one : `${classes.one} ${classes.stale}`}>
          <dt>
            {field}
            {now !== undefined && (
              <Badge tone="warn" icon={<History />}>
                {t('proposal.stale')}
              </Badge>
            )}
          </dt>
          {now === undefined ? (
            <dd className={classes.values}>
              {before === null ? (
                <span className={classes.none}>{t('proposal.no_value')}</span>
              ) : (
                before !== undefined && (
                  <del dir="auto" ref={letScroll}>
                    {before}
                  </del>
                )
              )}
              {before !== undefined && <ArrowRight className="mirrors" aria-label={t('changes.becomes')} size={14} />}
              <ins dir="auto" ref={letScroll}>
                {after}
              </ins>
            </dd>
          ) : (
            <dd className={classes.three}>
              <span>
                <small>{t('proposal.value_then')}</small>
                <del dir="auto" ref={letScroll}>
                  {before ?? t('proposal.no_value')}
                </del>
              </span>
              <span>
                <small>{t('proposal.value_now')}</small>
                <mark dir="auto" ref={letScroll}>
                  {now}
                </mark>
              </span>
              <span>
                <small>{t('proposal.value_proposed')}</small>
                <ins dir="auto" ref={letScroll}>
                  {after}
                </ins>
              </span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Lets the keyboard scroll a value that is longer than its box, in browsers that do not do so themselves. */
function letScroll(element: HTMLElement | null): void {
  if (element !== null && element.scrollHeight > element.clientHeight) element.tabIndex = 0;
}
