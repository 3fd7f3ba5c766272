/** The events of each installation, stored for 30 days. Polls return them, and pushes send their bodies. */
import { factView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { feedStream } from './feed.js';

@Entity('feed_events')
export class FeedEventRow {
  @PrimaryColumn('text') event_id: string;
  @Column('text') installation_id: string;
  /**
   * The sequence number counts from 1 without gaps per installation. It is a string, because pg returns a bigint as a
   * string.
   */
  @Column('bigint') sequence: string;
  @Column('text') type: string;
  @Column('text') order_key: string;
  @Column('timestamptz') created_at: Date;
  /** The exact request body that every attempt sends. */
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
