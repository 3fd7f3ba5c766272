import type { ReactNode } from 'react';
import { TypedField, type Reading, type TypedProps } from '../controls/typed-field.js';
import { useTexts } from '../language.js';
import { readDecimal, shownDecimal } from './read-decimal.js';

interface DecimalFieldProps extends TypedProps {
  /** Says what is wrong with a decimal text; null when nothing is. */
  readonly check?: (decimal: string) => string | null;
  readonly stepped?: (value: string | null, by: 1 | -1) => string;
  /** Whether it is never negative: phones show the keys of numbers, which may have no minus sign. */
  readonly isUnsigned?: boolean;
  readonly children?: ReactNode;
}

/** A decimal of any size, as exact text. */
export function DecimalField({ check, isUnsigned = false, ...field }: DecimalFieldProps): ReactNode {
  const { t, language } = useTexts();
  const read = (text: string): Reading => {
    const reading = readDecimal(text, language);
    if ('problem' in reading) return { problem: t(reading.problem) };
    const problem = check?.(reading.value) ?? null;
    return problem === null ? reading : { problem };
  };
  return (
    <TypedField
      {...field}
      inputMode={isUnsigned ? 'decimal' : 'text'}
      read={read}
      show={(value) => shownDecimal(value, language)}
    />
  );
}
