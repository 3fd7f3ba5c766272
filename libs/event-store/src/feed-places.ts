import type { DataSource } from 'typeorm';
import { StoreUnavailable } from './command.js';
import { isUnavailable } from './connection.js';
import type { FeedPlace, FeedPlaces } from './fact-stream.js';

/** Places in feeds, kept beside the log of the service. Both methods reject with `StoreUnavailable` while PostgreSQL is away. */
export class StoredFeedPlaces implements FeedPlaces {
  private readonly database: DataSource;

  constructor(database: DataSource) {
    this.database = database;
  }

  async load(feed: string): Promise<FeedPlace | null> {
    const [row] = await this.query<{ sequence: string; event_id: string }>(
      'select sequence::text as sequence, event_id from log_feeds where feed = $1',
      [feed],
    );
    return row === undefined ? null : { sequence: Number(row.sequence), eventId: row.event_id };
  }

  async save(feed: string, { sequence, eventId }: FeedPlace): Promise<void> {
    await this.query(
      `insert into log_feeds (feed, sequence, event_id) values ($1, $2, $3)
        on conflict (feed) do update set sequence = excluded.sequence, event_id = excluded.event_id, at = clock_timestamp()`,
      [feed, sequence, eventId],
    );
  }

  private async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row[]>(text, [...values]);
    } catch (error) {
      throw isUnavailable(error)
        ? new StoreUnavailable('the place in a feed cannot be read or written', { cause: error })
        : error;
    }
  }
}
