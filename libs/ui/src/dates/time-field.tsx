import type { ReactNode } from 'react';
import type { FieldProps } from '../controls/field-parts.js';
import { LazyField } from '../controls/lazy-field.js';
import { useTexts } from '../language.js';
import { inDigits } from './dates.js';

export interface TimeFieldProps extends FieldProps {
  /** `12:42`; empty while nothing is typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const loadInput = async () => (await import('./time-input.js')).TimeInput;

/** A time of day with 24 hours, in the digits of the page's language. */
export function TimeField(props: TimeFieldProps): ReactNode {
  const { language } = useTexts();
  const shown = props.value === '' ? null : inDigits(props.value, language);
  return <LazyField load={loadInput} field={props} shown={shown} empty="––:––" />;
}
