import type { ReactNode } from 'react';
import { Button, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import { fieldClasses as classes, FieldNotes, ofField } from './field-parts.js';
import { FRACTION_DIGITS, type NumberFieldProps } from './number-field.js';

/** What `NumberField` loads when it is used. */
export function NumberInput(props: NumberFieldProps): ReactNode {
  const { value, onChange, isWhole = false, minimum, maximum, ...field } = props;
  return (
    <AriaNumberField
      {...ofField(field)}
      className={classes.field!}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
      formatOptions={{ maximumFractionDigits: isWhole ? 0 : FRACTION_DIGITS }}
      {...(minimum !== undefined && { minValue: minimum })}
      {...(maximum !== undefined && { maxValue: maximum })}
    >
      <Label className={classes.label!}>{field.label}</Label>
      <Group className={classes.group!}>
        <Input className={`${classes.input} ${classes.bare}`} />
        <Button slot="decrement" className={classes.step!}>
          −
        </Button>
        <Button slot="increment" className={classes.step!}>
          +
        </Button>
      </Group>
      <FieldNotes {...field} />
    </AriaNumberField>
  );
}
