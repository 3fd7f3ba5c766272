import type { DataSource } from 'typeorm';
import { StoreUnavailable } from '../command.js';
import { errorClassOf } from '../error-class.js';
import { SERVER_RUN } from './consumer-positions.js';
import type { ConsumerCheckpoint, ConsumerCheckpoints } from './fact-stream.js';

/**
 * Stores checkpoints in the table `consumer_checkpoints`. All methods reject with `StoreUnavailable` when PostgreSQL is
 * unavailable. Several processes store the same checkpoint, so its value alone does not show that it went back.
 */
export class PostgresConsumerCheckpoints implements ConsumerCheckpoints {
  private readonly database: DataSource;
  /** The run of the server at the last `load`, by consumer. */
  private readonly servers = new Map<string, string>();

  constructor(database: DataSource) {
    this.database = database;
  }

  async load(consumer: string): Promise<ConsumerCheckpoint | null> {
    const [row] = await this.query<{ server: string; sequence: string | null; event_id: string }>(
      `select ${SERVER_RUN} as server, c.sequence::text as sequence, c.event_id
        from (select) one left join consumer_checkpoints c on c.consumer = $1`,
      [consumer],
    );
    if (row === undefined) return null;
    this.servers.set(consumer, row.server);
    return row.sequence === null ? null : { sequence: Number(row.sequence), eventId: row.event_id };
  }

  async save(consumer: string, { sequence, eventId }: ConsumerCheckpoint): Promise<boolean> {
    const stored = await this.query(
      `insert into consumer_checkpoints (consumer, sequence, event_id) select $1, $2, $3 where ${SERVER_RUN} = $4
        on conflict (consumer) do update set sequence = excluded.sequence, event_id = excluded.event_id,
          at = clock_timestamp()
        returning consumer`,
      [consumer, sequence, eventId, this.servers.get(consumer)],
    );
    return stored.length > 0;
  }

  async isCurrent(consumer: string): Promise<boolean> {
    const [row] = await this.query<{ server: string }>(`select ${SERVER_RUN} as server`, []);
    return row?.server === this.servers.get(consumer);
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
