import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { fieldClasses as classes, type FieldProps } from '../controls/field-parts.js';
import { UNREADABLE } from '../controls/unreadable.js';
import { useTexts } from '../language.js';
import { DecimalField } from './decimal-field.js';
import { addedTo, decimalOf, numberProblem, shownDecimal, type NumberRules } from './read-decimal.js';

interface NumberFieldProps extends FieldProps, NumberRules {
  /** {@link UNREADABLE} while the text is none of the numbers that the field accepts. */
  readonly value: number | typeof UNREADABLE | undefined;
  readonly onChange: (value: number | typeof UNREADABLE | undefined) => void;
}

/** A number of JSON. It is never rounded, and never moved into its bounds. */
export function NumberField({
  value,
  onChange,
  isWhole = false,
  minimum,
  maximum,
  ...field
}: NumberFieldProps): ReactNode {
  const { t, language } = useTexts();
  const check = (decimal: string): string | null => {
    const found = numberProblem(decimal, { isWhole, minimum, maximum });
    if (found === null) return null;
    const bound = 'bound' in found ? shownDecimal(decimalOf(found.bound), language) : '';
    return t(found.problem, { least: bound, most: bound });
  };
  const decimal = typeof value === 'number' ? decimalOf(value) : (value ?? null);
  const change = (next: string | null): void =>
    onChange(next === null || next === UNREADABLE ? (next ?? undefined) : Number(next));
  const stepped = (from: string | null, by: 1 | -1): string => {
    const next = from === null || from === UNREADABLE ? decimalOf(minimum ?? 0) : addedTo(from, by);
    return check(next) === null ? next : (from ?? next);
  };
  const step = (by: 1 | -1): ReactNode => (
    <Button
      className={classes.step!}
      aria-label={t(by > 0 ? 'numbers.more' : 'numbers.less', { name: field.label })}
      excludeFromTabOrder
      isDisabled={field.isDisabled ?? false}
      onPress={() => change(stepped(decimal, by))}
    >
      {by > 0 ? '+' : '−'}
    </Button>
  );
  return (
    <DecimalField
      {...field}
      isUnsigned={(minimum ?? -1) >= 0}
      check={check}
      stepped={stepped}
      value={decimal}
      onChange={change}
    >
      {step(-1)}
      {step(1)}
    </DecimalField>
  );
}
