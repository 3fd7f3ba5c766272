import type { ReactNode } from 'react';
import { digits } from '../dates/dates.js';
import { useTexts } from '../language.js';
import type { FieldProps } from './field-parts.js';
import { LazyField } from './lazy-field.js';

export interface NumberFieldProps extends FieldProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly isWhole?: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** How many digits a number that is not whole may have after its point. */
export const FRACTION_DIGITS = 6;

const loadInput = async () => (await import('./number-input.js')).NumberInput;

/** Takes Persian and Latin digits, whatever the language of the page. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { language } = useTexts();
  const shown =
    props.value === undefined ? null : digits(props.value, language, { maximumFractionDigits: FRACTION_DIGITS });
  return <LazyField load={loadInput} field={props} shown={shown} empty="" controls="steps" />;
}
