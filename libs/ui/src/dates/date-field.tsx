import type { ReactNode } from 'react';
import type { FieldProps } from '../controls/field-parts.js';
import { LazyField } from '../controls/lazy-field.js';
import { useTexts } from '../language.js';
import { numericDay } from './dates.js';

export interface DateFieldProps extends FieldProps {
  /** `2026-11-20`: on the wire a date is Gregorian. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

const loadPicker = async () => (await import('./date-picker.js')).DatePicker;

/** Typed or picked in the calendar of the page's language: Jalali in Persian. */
export function DateField(props: DateFieldProps): ReactNode {
  const { t, language } = useTexts();
  const shown = props.value === null ? null : numericDay(props.value, language);
  return <LazyField load={loadPicker} field={props} shown={shown} empty={t('dates.date.empty')} controls="calendar" />;
}
