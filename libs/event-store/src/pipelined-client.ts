/**
 * A client of node-postgres that sends several statements in one write and can be closed at once.
 *
 * Both features need the client's socket, which node-postgres types but does not document. Only this file uses the
 * socket. `pipelined-client.int-spec.ts` fails when an upgrade of node-postgres breaks this file.
 */
import pg from 'pg';

/** With a `name`, PostgreSQL prepares the statement once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

const texts: pg.CustomTypesConfig = { getTypeParser: (() => (text: string) => text) as typeof pg.types.getTypeParser };

/** How long a graceful end may take before the socket is closed. */
const endTimeoutMs = 1_000;

export class PipelinedClient {
  private readonly client: pg.Client;

  constructor(config: pg.ClientConfig) {
    this.client = new pg.Client({ ...config, pipeline: true });
  }

  connect(): Promise<unknown> {
    return this.client.connect();
  }

  /** Calls back when the connection is lost, possibly more than once. */
  onLost(callback: () => void): void {
    this.client.on('error', callback);
    this.client.on('end', callback);
  }

  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.client.query<Row>(statement as string, values);
  }

  /** Returns the values as PostgreSQL sends them, without parsing JSON, numbers or times. */
  queryTexts({ name, text, values }: Statement): Promise<pg.QueryArrayResult<(string | null)[]>> {
    return this.client.query<(string | null)[]>({ name, text, values: [...values], rowMode: 'array', types: texts });
  }

  /**
   * Sends all statements in one write and waits for all results. Rejects with the first error, which caused the later
   * ones.
   */
  async sendPipelined(statements: readonly Statement[]): Promise<pg.QueryArrayResult<unknown[]>[]> {
    const { stream } = this.client.connection;
    // The driver writes every statement separately: without corking, a batch costs a dozen system calls instead of
    // two.
    stream.cork();
    let sent: Promise<pg.QueryArrayResult<unknown[]>>[];
    try {
      sent = statements.map(({ name, text, values }) =>
        this.client.query<unknown[]>({ name, text, values: [...values], rowMode: 'array' }),
      );
    } finally {
      // A socket that stays corked would hang until the deadline.
      stream.uncork();
    }
    const results = await Promise.allSettled(sent);
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /** Closes the socket at once; statements in flight reject. */
  destroy(): void {
    this.client.connection.stream.destroy();
  }

  /** Ends the session. Closes the socket when PostgreSQL does not respond. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), endTimeoutMs);
    await this.client.end().catch(() => undefined);
    clearTimeout(timer);
  }
}
