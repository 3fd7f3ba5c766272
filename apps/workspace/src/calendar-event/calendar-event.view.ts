import type { RowsOfPage } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { People } from '../person/person.view.js';
import type { Reader } from '../platform-record/reader.js';
import { RecordReader, type Page } from '../platform-record/record-reader.view.js';
import { recordRow, type RecordRow } from '../platform-record/record-row.js';
import { calendarEventType, type CalendarEventFields } from './calendar-event.js';

@Entity('calendar_events')
export class CalendarEventRow implements RecordRow<CalendarEventFields> {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  /** The attendees; null means the whole organisation. */
  @Column('text', { array: true, nullable: true }) visible_to: string[] | null;
  @Column('json') fields: CalendarEventFields;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
  @Column('tsvector', { select: false }) terms?: string;
  @Column('int') revision: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}

export const calendarEvents = stateView({
  entity: CalendarEventRow,
  of: calendarEventType.stream,
  row: (event) => {
    if (event.status === 'absent') return null;
    const columns = recordRow(calendarEventType, event, ({ title }) => [title]);
    const { starts_at, ends_at } = event.fields;
    return { ...columns, starts_at: new Date(starts_at), ends_at: new Date(ends_at) };
  },
});

export interface CalendarFilter {
  /** Events that end after this time. */
  readonly from: Date | null;
  /** Events that start before this time. */
  readonly to: Date | null;
  readonly attendee_id: string | null;
}

const MONTH_MS = 31 * 86_400_000;

/** Reads events of the calendar. Their attendees and the admins see them. */
@Injectable()
export class CalendarEvents {
  private readonly reader: RecordReader<CalendarEventRow>;

  constructor(
    @InjectRepository(CalendarEventRow) private readonly rows: Repository<CalendarEventRow>,
    people: People,
  ) {
    this.reader = new RecordReader(rows, people, { admins: true });
  }

  async find(reader: Reader, eventId: string): Promise<CalendarEventRow | null> {
    return await this.reader.find(reader, eventId);
  }

  /** Lists the events in the order in which they start. An event without attendees counts for everyone. */
  async list(
    reader: Reader,
    { from, to, attendee_id }: CalendarFilter,
    page: Page,
  ): Promise<RowsOfPage<CalendarEventRow>> {
    const query = await this.reader.visibleTo(reader);
    if (from !== null)
      query
        .andWhere('(r.ends_at > :from or r.starts_at >= :from)', { from })
        .andWhere('r.starts_at >= :earliest', { earliest: await this.earliestStart(reader.organisationId, from) });
    if (to !== null) query.andWhere('r.starts_at < :to', { to });
    if (attendee_id !== null)
      query.andWhere('(r.visible_to is null or r.visible_to @> array[:attendee])', { attendee: attendee_id });
    return await this.reader.byTime(query, { column: 'starts_at', direction: 'ASC' }, page);
  }

  /**
   * A time before which no event begins that ends after `from`, so that a page does not read the whole past. Events of
   * more than a month have an index of their own.
   */
  private async earliestStart(organisationId: string, from: Date): Promise<Date> {
    const [long] = await this.rows.query<{ starts_at: Date | null }[]>(
      `select min(starts_at) as starts_at from calendar_events
        where organisation_id = $1 and ends_at > $2 and ends_at - starts_at > interval '31 days'`,
      [organisationId, from],
    );
    return new Date(Math.min(from.getTime() - MONTH_MS, long?.starts_at?.getTime() ?? Infinity));
  }
}
