/**
 * Statements that node-postgres sends in one write, as one pipeline of the extended query protocol: a Bind and an
 * Execute for each, and one Sync at the end. A statement that fails makes PostgreSQL skip those after it.
 *
 * node-postgres would send a Describe and a Sync for each statement, and PostgreSQL would answer each Sync with a
 * write of its own. It calls this class as it calls `pg-cursor`: the members `submit` and `handle…` are the contract of
 * its `Submittable`. `pipelined-client.int-spec.ts` fails when an upgrade changes the contract.
 */
import type pg from 'pg';

/** PostgreSQL prepares the statement once per connection and `name`. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** A buffer is a value in the binary format. */
  readonly values: readonly (string | number | Buffer | null)[];
  /** The rows of a `copy … from stdin with (format binary)`. */
  readonly copied?: Buffer;
}

/** The tag of a statement that PostgreSQL completed (`INSERT 0 2`), and its rows as PostgreSQL sends them. */
export interface StatementResult {
  readonly command: string;
  readonly rows: readonly (readonly (string | null)[])[];
}

/** The text of each statement that a connection has prepared, by name. */
export type PreparedStatements = Map<string, string>;

/** Members of the driver's connection that its types lack. */
type CopyingConnection = pg.Connection & {
  sendCopyFromChunk(rows: Buffer): void;
  endCopyFrom(): void;
};

type Callback = (error: Error | null, results: readonly StatementResult[]) => void;

export class Pipeline implements pg.Submittable {
  private readonly results: StatementResult[] = [];
  private rows: (readonly (string | null)[])[] = [];
  /** Called once, with an error or with the result of each statement. The driver may replace it. */
  callback: Callback;
  private readonly statements: readonly Statement[];
  private readonly prepared: PreparedStatements;

  /** `prepared` belongs to the connection: all its pipelines read and change it. */
  constructor(statements: readonly Statement[], prepared: PreparedStatements, callback: Callback) {
    this.statements = statements;
    this.prepared = prepared;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    // The driver writes every message separately: without corking, a batch costs dozens of system calls.
    stream.cork();
    try {
      for (const statement of this.statements) this.send(connection, statement);
      connection.sync();
    } catch (error) {
      // Without the Sync, PostgreSQL would never respond.
      stream.destroy(error as Error);
    } finally {
      // A socket that stays corked would hang until the deadline.
      stream.uncork();
    }
  }

  private send(connection: pg.Connection, { name, text, values, copied }: Statement): void {
    if (this.prepared.get(name) !== text) {
      this.prepared.set(name, text);
      // After an error it is unknown whether PostgreSQL has prepared it. Closing an unknown statement is no error.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: values.map(textOrBytes) }, true);
    connection.execute(null, true);
    if (copied === undefined) return;
    // PostgreSQL reads the rows from the stream once it executes the statement, or skips them after an error.
    const copying = connection as CopyingConnection;
    copying.sendCopyFromChunk(copied);
    copying.endCopyFrom();
  }

  handleCopyInResponse(): void {
    // The rows were sent with the statement.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.results.push({ command: text, rows: this.rows });
    this.rows = [];
  }

  handleError(error: Error): void {
    for (const { name } of this.statements) this.prepared.delete(name);
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.results);
  }
}

function textOrBytes(value: Statement['values'][number]): string | Buffer | null {
  return typeof value === 'number' ? String(value) : value;
}
