import { GregorianCalendar, parseDate, toCalendar } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from '../icons/icons.generated.js';
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
  Dialog,
  Popover,
  type DateValue,
} from 'react-aria-components';
import { fieldClasses } from '../controls/field-parts.js';
import type { Popup } from '../controls/use-popup.js';
import { useTexts } from '../language.js';
import classes from './date-field.module.css';
import { monthAndYear } from './dates.js';

interface DateCalendarProps {
  readonly popup: Popup;
  /** `2026-11-20` */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

/** The calendar of a date field, which is loaded when it is opened. */
export function DateCalendar({ popup, value, onChange }: DateCalendarProps): ReactNode {
  const { label, triggerRef, isOpen, onClose } = popup;
  const choose = (date: DateValue): void => {
    onChange(toCalendar(date, new GregorianCalendar()).toString());
    onClose();
  };
  return (
    <Popover
      className={`${fieldClasses.popover} ${classes.popover}`}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog className={classes.dialog!} aria-label={label}>
        <Calendar
          className={classes.calendar!}
          aria-label={label}
          autoFocus
          value={value === null ? null : parseDate(value)}
          onChange={choose}
        >
          <Month />
        </Calendar>
      </Dialog>
    </Popover>
  );
}

function Month(): ReactNode {
  return (
    <>
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
    </>
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
