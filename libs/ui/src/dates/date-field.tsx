import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { fieldClasses as classes } from '../controls/field-parts.js';
import { TypedField, type Reading, type TypedProps } from '../controls/typed-field.js';
import { usePopup } from '../controls/use-popup.js';
import { CalendarDays } from '../icons/icons.generated.js';
import { useTexts } from '../language.js';
import { dayWithWeekday, isDay, numericDay } from './dates.js';
import { nowMs } from './clock.js';
import { readDate } from './read-date.js';

const DAY_MS = 86_400_000;

const loadCalendar = async () => (await import('./date-calendar.js')).DateCalendar;

/**
 * A date, Gregorian on the wire (`2026-11-20`). It is typed, or chosen in the calendar of the page's language: Jalali
 * in Persian. The day is shown in words as well, so that one sees how it was understood.
 */
export function DateField({ value, onChange, ...field }: TypedProps): ReactNode {
  const { t, language } = useTexts();
  const label = t('dates.choose', { name: field.label });
  const { button, popup, Popup } = usePopup({ kind: 'dialog', label, load: loadCalendar });
  const date = value !== null && isDay(value) ? value : null;
  const read = (text: string): Reading => {
    const reading = readDate(text, language);
    return 'problem' in reading ? { problem: t(reading.problem) } : reading;
  };
  const stepped = (_from: string | null, by: 1 | -1): string =>
    new Date((date === null ? nowMs() : Date.parse(date)) + by * DAY_MS).toISOString().slice(0, 10);
  return (
    <>
      <TypedField
        {...field}
        hint={date === null ? field.hint : [dayWithWeekday(date, language), field.hint].filter(Boolean).join(' · ')}
        value={value}
        onChange={onChange}
        read={read}
        show={(shown) => numericDay(shown, language)}
        stepped={stepped}
        isReadAtEnd
        placeholder={t('dates.date.empty')}
      >
        <Button {...button} className={classes.step!} aria-label={label} isDisabled={field.isDisabled ?? false}>
          <CalendarDays aria-hidden="true" size={16} />
        </Button>
      </TypedField>
      {Popup && <Popup popup={popup} value={date} onChange={onChange} />}
    </>
  );
}
