import { CalendarDate, type DateValue } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from '../icons/icons.generated.js';
import { use, type ReactNode } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  Dialog,
  Group,
  Label,
  Popover,
} from 'react-aria-components';
import { fieldClasses, FieldNotes } from '../controls/field-parts.js';
import { useTexts } from '../language.js';
import type { DateFieldProps } from './date-field.js';
import classes from './date-field.module.css';
import { monthAndYear } from './dates.js';

function fromWire(text: string | null): CalendarDate | null {
  const [year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return year === undefined ? null : new CalendarDate(year, month!, day!);
}

/** What `DateField` loads when it is used. */
export function DatePicker({ value, onChange, ...field }: DateFieldProps): ReactNode {
  const change = (next: DateValue | null): void =>
    onChange(next && new Date(next.toDate('UTC')).toISOString().slice(0, 10));
  return (
    <AriaDatePicker
      className={fieldClasses.field!}
      value={fromWire(value)}
      onChange={change}
      isInvalid={(field.problems?.length ?? 0) > 0}
      isRequired={field.isRequired ?? false}
      isDisabled={field.isDisabled ?? false}
      validationBehavior="aria"
    >
      <Label className={fieldClasses.label!}>{field.label}</Label>
      <Group className={`${fieldClasses.group} ${classes.group}`}>
        <DateInput className={classes.input!}>
          {(segment) => <DateSegment segment={segment} className={classes.segment!} />}
        </DateInput>
        <Button className={fieldClasses.step!}>
          <CalendarDays aria-hidden="true" size={16} />
        </Button>
      </Group>
      <FieldNotes {...field} />
      <Popover className={`${fieldClasses.popover} ${classes.popover}`}>
        <Dialog className={classes.dialog!}>
          <Month />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

function Month(): ReactNode {
  return (
    <Calendar className={classes.calendar!}>
      <header className={classes.head}>
        <Button slot="previous" className={classes.turn!}>
          <ChevronLeft className="mirrors" aria-hidden="true" size={16} />
        </Button>
        <MonthName />
        <Button slot="next" className={classes.turn!}>
          <ChevronRight className="mirrors" aria-hidden="true" size={16} />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="narrow">
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className={classes.weekday!}>{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={classes.day!} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

/** React Aria's own heading would follow ICU's pattern, which says the year first in Persian. */
function MonthName(): ReactNode {
  const { language } = useTexts();
  const state = use(CalendarStateContext);
  return (
    <strong aria-hidden="true">
      {state && monthAndYear(state.visibleRange.start.toDate('Asia/Tehran'), language)}
    </strong>
  );
}
