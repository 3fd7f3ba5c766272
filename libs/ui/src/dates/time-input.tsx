import { parseTime } from '@internationalized/date';
import type { ReactNode } from 'react';
import { DateInput, DateSegment, Group, Label, TimeField as AriaTimeField } from 'react-aria-components';
import { fieldClasses, FieldNotes } from '../controls/field-parts.js';
import classes from './date-field.module.css';
import type { TimeFieldProps } from './time-field.js';

const MINUTES = 5;

/** What `TimeField` loads when it is used. */
export function TimeInput({ value, onChange, ...field }: TimeFieldProps): ReactNode {
  return (
    <AriaTimeField
      className={fieldClasses.field!}
      value={/^\d\d:\d\d$/.test(value) ? parseTime(value) : null}
      onChange={(next) => onChange(next === null ? '' : next.toString().slice(0, MINUTES))}
      hourCycle={24}
      isInvalid={(field.problems?.length ?? 0) > 0}
      isRequired={field.isRequired ?? false}
      isDisabled={field.isDisabled ?? false}
      validationBehavior="aria"
    >
      <Label className={fieldClasses.label!}>{field.label}</Label>
      {/* The hour stands before the minute in either direction of text. */}
      <Group className={`${fieldClasses.group} ${classes.group}`} dir="ltr">
        <DateInput className={classes.input!}>
          {(segment) => <DateSegment segment={segment} className={classes.segment!} />}
        </DateInput>
      </Group>
      <FieldNotes {...field} />
    </AriaTimeField>
  );
}
