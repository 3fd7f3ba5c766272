import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { day, TitleText, useTexts } from '@kushk/ui';
import classes from './calendar-agenda.module.css';
import { useFieldTexts } from './field-texts.js';
import { eventsByDay, today } from './month.js';
import type { CalendarEvent } from './record-types.js';
import type { CalendarSearch } from './routes.js';
import { timeOfDay } from './times.js';

interface AgendaProps {
  readonly days: readonly string[];
  readonly events: readonly CalendarEvent[];
  readonly search: CalendarSearch;
  readonly empty: ReactNode;
}

/** The days of a month that have events. */
export function Agenda({ days, events, search, empty }: AgendaProps): ReactNode {
  const { language, locale } = useTexts();
  const { value } = useFieldTexts();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'Asia/Tehran' });
  const filled = eventsByDay(days, events);
  if (filled.length === 0) return empty;
  return (
    <ol className={classes.agenda}>
      {filled.map((shown) => {
        const at = new Date(`${shown.date}T12:00:00Z`);
        return (
          <li key={shown.date} id={`day-${shown.date}`}>
            <h3 className={shown.date === today() ? classes.now : ''}>
              <b>{weekday.format(at)}</b> <time dateTime={shown.date}>{day(at, language)}</time>
            </h3>
            <ul>
              {shown.events.map((event) => (
                <li key={event.id}>
                  <Link to="/calendar" search={{ ...search, event: event.id }} className={classes.line}>
                    <time dateTime={event.starts_at}>
                      {timeOfDay(new Date(event.starts_at), language)}–{timeOfDay(new Date(event.ends_at), language)}
                    </time>
                    <b>
                      <TitleText>{event.title}</TitleText>
                    </b>
                    <small>{value('attendee_ids', event.attendee_ids)}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
