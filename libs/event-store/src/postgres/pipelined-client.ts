/** A client of node-postgres that sends several statements in one write and can be closed at once. */
import pg from 'pg';
import { PrimaryClient } from './primary-client.js';
import { Pipeline, type PreparedStatements, type Statement, type StatementResult } from './pipeline.js';

const texts: pg.CustomTypesConfig = { getTypeParser: (() => (text: string) => text) as typeof pg.types.getTypeParser };

/** How long a graceful end may take before the socket is closed. */
const endTimeoutMs = 1_000;

/** PostgreSQL may have executed the statements of a pipeline, all or some: it did not say which. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause: unknown) {
    super('PostgreSQL did not answer', { cause });
  }
}

export class PipelinedClient {
  private readonly client: pg.Client;
  private readonly prepared: PreparedStatements = new Map();
  /** Resolves when the statements that were sent before have their results: the driver takes one query at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig) {
    this.client = new PrimaryClient(config);
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
    return this.inTurn(() => this.client.query<Row>(statement as string, values));
  }

  /** Returns the values as PostgreSQL sends them, without parsing JSON, numbers or times. */
  queryTexts({ name, text, values }: Statement): Promise<pg.QueryArrayResult<(string | null)[]>> {
    const config: pg.QueryArrayConfig = { name, text, values: [...values], rowMode: 'array', types: texts };
    return this.inTurn(() => this.client.query<(string | null)[]>(config));
  }

  /**
   * Sends all statements in one write and waits for all results. Rejects with the `DatabaseError` of the first one
   * that fails; PostgreSQL executes none of those after it, also no COMMIT or ROLLBACK. Rejects with `NoAnswer` after
   * every other error.
   */
  sendPipelined(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return this.inTurn(() => this.send(statements));
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

  private send(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return new Promise((resolve, reject) => {
      const pipeline = new Pipeline(statements, this.prepared, (error, results) => {
        if (error === null) resolve(results);
        else this.whenAnswered(error, reject);
      });
      this.client.query(pipeline);
    });
  }

  /**
   * A FATAL error or a PANIC ends the session, and PostgreSQL may have committed before. After an ERROR it accepts the
   * next statement. The severity itself is no answer: it is in the language of the server.
   */
  private whenAnswered(error: Error, reject: (error: Error) => void): void {
    if (!(error instanceof pg.DatabaseError)) return reject(new NoAnswer(error));
    const { connection } = this.client;
    const onReady = (): void => {
      connection.off('end', onEnd);
      reject(error);
    };
    const onEnd = (): void => {
      connection.off('readyForQuery', onReady);
      reject(new NoAnswer(error));
    };
    connection.once('readyForQuery', onReady);
    connection.once('end', onEnd);
  }

  private inTurn<Result>(send: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(send);
    this.last = result.catch(() => undefined);
    return result;
  }
}
