import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { day, digits, TitleText, useTexts } from '@kushk/ui';
import classes from './month-grid.module.css';
import { isOnDay, today, type CalendarDay, type Month } from './month.js';
import type { CalendarEvent } from './record-types.js';
import type { CalendarSearch } from './routes.js';
import { timeOfDay } from './times.js';

const MOST_SHOWN = 3;
const NOON = 'T12:00:00Z';

interface MonthGridProps {
  readonly month: Month;
  readonly events: readonly CalendarEvent[];
  readonly search: CalendarSearch;
}

/** The days of a month with the first events of each. */
export function MonthGrid({ month, events, search }: MonthGridProps): ReactNode {
  const { locale } = useTexts();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'Asia/Tehran' });
  const [week = []] = month.weeks;
  return (
    <table className={classes.grid}>
      <thead>
        <tr>
          {week.map(({ date }) => (
            <th key={date} scope="col">
              {weekday.format(new Date(`${date}${NOON}`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((days) => (
          <tr key={days[0]?.date}>
            {days.map((shown) => (
              <Day
                key={shown.date}
                shown={shown}
                events={events.filter((event) => isOnDay(event, shown.date))}
                search={search}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly shown: CalendarDay;
  readonly events: readonly CalendarEvent[];
  readonly search: CalendarSearch;
}

function Day({ shown: { date, number, isInMonth }, events, search }: DayProps): ReactNode {
  const { t, language } = useTexts();
  const names = [!isInMonth && classes.other, date === today() && classes.today].filter(Boolean);
  const more = events.length - MOST_SHOWN;
  return (
    <td className={names.join(' ')} {...(date === today() && { 'aria-current': 'date' as const })}>
      <time dateTime={date} aria-label={day(new Date(`${date}${NOON}`), language)}>
        {digits(number, language)}
      </time>
      <ul>
        {events.slice(0, MOST_SHOWN).map((event) => (
          <li key={event.id}>
            <Link to="/calendar" search={{ ...search, event: event.id }} className={classes.event} title={event.title}>
              <span>{timeOfDay(new Date(event.starts_at), language)}</span> <TitleText>{event.title}</TitleText>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to="/calendar" search={{ on: date, view: 'agenda' }} hash={`day-${date}`} className={classes.others}>
          {t('records.calendar.more', { count: more })}
        </Link>
      )}
    </td>
  );
}
