import type { ReactNode } from 'react';
import { Button, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components';
import { fieldClasses as classes, FieldNotes, ofField, type FieldProps } from './field-parts.js';

interface NumberProps extends FieldProps {
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly isWhole?: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** Takes Persian and Latin digits, whatever the language of the page. */
export function NumberField({ value, onChange, isWhole = false, minimum, maximum, ...field }: NumberProps): ReactNode {
  return (
    <AriaNumberField
      {...ofField(field)}
      className={classes.field!}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
      formatOptions={{ maximumFractionDigits: isWhole ? 0 : 6 }}
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
