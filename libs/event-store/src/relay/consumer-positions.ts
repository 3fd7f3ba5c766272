import type { DataSource } from 'typeorm';
import type { ConsumerPosition, ConsumerPositions } from './fact-stream.js';

/**
 * Identifies a run of the database server. A restored, promoted or restarted server has another one. A server that only
 * recovers from the crash of one of its processes has the same one, and has lost no commit.
 */
export const SERVER_RUN = 'extract(epoch from pg_postmaster_start_time())::text';

/** Stores positions in the table `consumer_positions`. */
export class PostgresConsumerPositions implements ConsumerPositions {
  private readonly database: DataSource;

  constructor(database: DataSource) {
    this.database = database;
  }

  async load(consumer: string): Promise<(ConsumerPosition & { readonly isCurrent: boolean }) | null> {
    const [row] = await this.database.query<{ stream: string; sequence: string; is_current: boolean }[]>(
      `select stream, sequence::text as sequence, server = ${SERVER_RUN} as is_current
        from consumer_positions where consumer = $1`,
      [consumer],
    );
    return row === undefined ? null : { stream: row.stream, sequence: Number(row.sequence), isCurrent: row.is_current };
  }

  async save(consumer: string, position: ConsumerPosition): Promise<void> {
    await this.store(consumer, position, 'where consumer_positions.server = excluded.server');
  }

  async restart(consumer: string, position: ConsumerPosition): Promise<void> {
    await this.store(consumer, position, '');
  }

  private async store(consumer: string, { stream, sequence }: ConsumerPosition, condition: string): Promise<void> {
    await this.database.query(
      `insert into consumer_positions (consumer, stream, sequence, server) values ($1, $2, $3, ${SERVER_RUN})
        on conflict (consumer) do update set stream = excluded.stream, sequence = excluded.sequence,
          server = excluded.server, at = clock_timestamp() ${condition}`,
      [consumer, stream, sequence],
    );
  }
}
