import type { ReactNode } from 'react';
import type { FieldProps } from '../controls/field-parts.js';
import { useTexts } from '../language.js';
import { DateField } from './date-field.js';
import classes from './date-field.module.css';
import { tehranFields, wireMoment } from './tehran-time.js';
import { TimeField } from './time-field.js';

interface MomentFieldProps extends FieldProps {
  /** A moment as the API has it. While the date or the time is missing, it has the form `2026-11-20T`. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Without its zone it is none: the clock never shows this time. */
const MOMENT = /T\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;

/** A date and a time on the clock of Tehran. */
export function MomentField({ value, onChange, label, ...field }: MomentFieldProps): ReactNode {
  const { t } = useTexts();
  const at = value === null || !MOMENT.test(value) ? null : new Date(value);
  const [date = '', time = ''] = value?.split('T') ?? [];
  const shown = at === null || Number.isNaN(at.getTime()) ? { date, time } : tehranFields(at);
  const change = (next: { readonly date: string; readonly time: string }): void => {
    if (next.date === '' && next.time === '') return onChange(null);
    onChange(wireMoment(next.date, next.time));
  };
  const { isRequired = false, isDisabled = false } = field;
  return (
    <div className={classes.moment}>
      <DateField
        {...field}
        label={label}
        value={shown.date || null}
        onChange={(next) => change({ ...shown, date: next ?? '' })}
      />
      <TimeField
        {...{ isRequired, isDisabled }}
        label={t('dates.time')}
        value={shown.time || null}
        onChange={(next) => change({ ...shown, time: next ?? '' })}
      />
    </div>
  );
}
