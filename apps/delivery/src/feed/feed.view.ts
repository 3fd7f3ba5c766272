/** The events of each installation, stored for 30 days: polls read them, and pushes take their bodies from them. */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { feedStream } from './feed.js';

@Entity('feed_events')
export class FeedEventRow {
  @PrimaryColumn('text') event_id: string;
  @Column('text') installation_id: string;
  /** Counts from 1 without gaps per installation; text, because pg returns a bigint as text. */
  @Column('bigint') sequence: string;
  @Column('text') type: string;
  @Column('text') order_key: string;
  @Column('timestamptz') created_at: Date;
  /** The exact text that every attempt sends. */
  @Column('text') body: string;
}

export const feedEvents = factView({
  entity: FeedEventRow,
  of: feedStream,
  rows: ({ id, data }) => [
    {
      event_id: data.eventId,
      installation_id: id,
      sequence: String(data.sequence),
      type: data.eventType,
      order_key: data.orderKey,
      created_at: new Date(data.createdAt),
      body: data.body,
    },
  ],
});
