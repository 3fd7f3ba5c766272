import type { DataSource } from 'typeorm';
import { StoreUnavailable } from '../command.js';
import { errorClassOf } from '../error-class.js';
import type { ConsumerCheckpoint, ConsumerCheckpoints } from './fact-stream.js';

/**
 * Stores checkpoints in the table `consumer_checkpoints`. Both methods reject with `StoreUnavailable` when PostgreSQL
 * is unavailable.
 */
export class PostgresConsumerCheckpoints implements ConsumerCheckpoints {
  private readonly database: DataSource;

  constructor(database: DataSource) {
    this.database = database;
  }

  async load(consumer: string): Promise<ConsumerCheckpoint | null> {
    const [row] = await this.query<{ sequence: string; event_id: string }>(
      'select sequence::text as sequence, event_id from consumer_checkpoints where consumer = $1',
      [consumer],
    );
    return row === undefined ? null : { sequence: Number(row.sequence), eventId: row.event_id };
  }

  async save(consumer: string, { sequence, eventId }: ConsumerCheckpoint): Promise<void> {
    await this.query(
      `insert into consumer_checkpoints (consumer, sequence, event_id) values ($1, $2, $3)
        on conflict (consumer) do update set sequence = excluded.sequence, event_id = excluded.event_id, at = clock_timestamp()`,
      [consumer, sequence, eventId],
    );
  }

  private async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.database.query<Row[]>(text, [...values]);
    } catch (error) {
      throw errorClassOf(error) === 'unavailable'
        ? new StoreUnavailable('the checkpoint of a consumer cannot be read or written', { cause: error })
        : error;
    }
  }
}
