import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays, ChevronLeft, ChevronRight, Plus } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  buttonLink,
  EmptyState,
  FilterBar,
  filterLink,
  monthAndYear,
  Notice,
  Page,
  PageHead,
  PagePath,
  ProblemNotice,
  RowsSkeleton,
  useTexts,
} from '@kushk/ui';
import { Agenda } from './calendar-agenda.js';
import classes from './calendar-page.module.css';
import { EventDialog } from './event-dialog.js';
import { eventsQuery } from './list-queries.js';
import { MonthGrid } from './month-grid.js';
import { firstTimes, monthOf, today, type Month } from './month.js';
import { RecordDialog } from './record-dialog.js';
import type { CalendarSearch } from './routes.js';

const route = getRouteApi('/calendar');

/** A month of events: as a grid, or as a list of its days. On a phone always as a list. */
export function CalendarPage(): ReactNode {
  const { t, language } = useTexts();
  const search = route.useSearch();
  const { on = today(), view = 'month', event } = search;
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const month = monthOf(on, language);
  return (
    <Page width="wide">
      <PagePath steps={[t('records.calendar')]} />
      <PageHead
        title={t('records.calendar')}
        actions={
          <Button look="primary" onPress={() => setOpen(true)}>
            <Plus aria-hidden="true" />
            {t('records.new.calendar_event')}
          </Button>
        }
      />
      <section className={classes.panel} aria-label={t('records.calendar')}>
        <header className={classes.head}>
          <Turns month={month} search={search} />
          <h2 aria-live="polite">{monthAndYear(new Date(`${month.first}T12:00:00Z`), language)}</h2>
          <Views search={search} />
        </header>
        <Events month={month} view={view} search={search} />
      </section>
      {event !== undefined && (
        <EventDialog
          key={event}
          id={event}
          onClose={() => {
            const { event: _event, ...rest } = search;
            void navigate({ to: '/calendar', search: rest });
          }}
        />
      )}
      <RecordDialog
        type="calendar_event"
        record={null}
        initial={firstTimes(month)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Page>
  );
}

interface Searched {
  readonly month: Month;
  readonly search: CalendarSearch;
}

function Turns({ month, search }: Searched): ReactNode {
  const { t } = useTexts();
  const { on: _on, event: _event, ...rest } = search;
  return (
    <nav className={classes.turns} aria-label={t('records.calendar.turn')}>
      <Link
        to="/calendar"
        search={{ ...rest, on: month.previous }}
        className={buttonLink({ look: 'quiet' })}
        aria-label={t('records.calendar.previous')}
      >
        <ChevronLeft className="mirrors" aria-hidden="true" />
      </Link>
      <Link to="/calendar" search={rest} className={buttonLink({ look: 'quiet' })}>
        {t('records.calendar.today')}
      </Link>
      <Link
        to="/calendar"
        search={{ ...rest, on: month.next }}
        className={buttonLink({ look: 'quiet' })}
        aria-label={t('records.calendar.next')}
      >
        <ChevronRight className="mirrors" aria-hidden="true" />
      </Link>
    </nav>
  );
}

function Views({ search }: Pick<Searched, 'search'>): ReactNode {
  const { t } = useTexts();
  const { view: _view, event: _event, ...rest } = search;
  return (
    <div className={classes.views}>
      <FilterBar label={t('records.calendar.views')}>
        {(['month', 'agenda'] as const).map((view) => (
          <Link
            key={view}
            to="/calendar"
            search={view === 'month' ? rest : { ...rest, view }}
            activeOptions={{ includeSearch: true, exact: true, explicitUndefined: true }}
            className={filterLink}
          >
            {t(`records.calendar.view.${view}`)}
          </Link>
        ))}
      </FilterBar>
    </div>
  );
}

function Events({ month, view, search }: Searched & { view: 'month' | 'agenda' }): ReactNode {
  const { t } = useTexts();
  const query = useQuery({ ...eventsQuery(month.from, month.to), placeholderData: keepPreviousData });
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <RowsSkeleton /> : <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  const inMonth = month.weeks.flat().filter((day) => day.isInMonth);
  return (
    <>
      {data.isCut && <Notice tone="warn" title={t('records.calendar.cut')} />}
      {view === 'month' && (
        <div className={classes.wide}>
          <MonthGrid month={month} events={data.items} search={search} />
        </div>
      )}
      <div className={view === 'month' ? classes.narrow : ''}>
        <Agenda
          days={inMonth.map(({ date }) => date)}
          events={data.items}
          search={search}
          empty={
            <EmptyState icon={<CalendarDays />} title={t('records.calendar.empty')}>
              {t('records.calendar.empty.why')}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
