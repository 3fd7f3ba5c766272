/** The connection of one command batcher. It is opened on demand and replaced after it breaks. */
import { SESSION_TIMEOUTS } from './session-timeouts.js';
import type { Statement, StatementResult } from './pipeline.js';
import { PipelinedClient } from './pipelined-client.js';

/**
 * A batch looks up rows by key only. For a new table PostgreSQL would plan scans and hash joins, which are three
 * times slower, and the prepared statement would keep this plan. With these settings PostgreSQL can only choose the
 * index.
 */
const plannerSettings = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  'synchronous_commit=on',
];

/** The client of an open connection, as far as a batch uses it. */
export interface BatchClient {
  /** See `PipelinedClient.sendPipelined`. */
  sendPipelined(statements: readonly Statement[]): Promise<readonly StatementResult[]>;
  query(text: string): Promise<unknown>;
}

/** The connection that a command batcher uses: `Connection`, or a fake database in property tests. */
export interface BatchConnection {
  /** Returns the open client, connecting first if necessary. Rejects when PostgreSQL cannot be reached. */
  client(): Promise<BatchClient>;
  /** Closes the connection at once; statements in flight reject. */
  discard(): void;
  close(): Promise<void>;
}

export class Connection implements BatchConnection {
  private connecting: Promise<PipelinedClient> | null = null;
  private current: PipelinedClient | null = null;
  private readonly databaseUrl: string;
  private readonly name: string;
  private readonly statementTimeoutMs: number;

  /**
   * `statementTimeoutMs` is the maximum duration of a statement: a quarter of a command's deadline, because a batch
   * that takes longer is split, and there must be time to execute its parts.
   */
  constructor(databaseUrl: string, name: string, statementTimeoutMs = 1_000) {
    this.databaseUrl = databaseUrl;
    this.name = name;
    this.statementTimeoutMs = statementTimeoutMs;
  }

  client(): Promise<PipelinedClient> {
    this.connecting ??= this.open();
    return this.connecting;
  }

  discard(): void {
    this.forget()?.destroy();
  }

  async close(): Promise<void> {
    await this.forget()?.end();
  }

  private forget(): PipelinedClient | null {
    const client = this.current;
    this.connecting = null;
    this.current = null;
    return client;
  }

  private async open(): Promise<PipelinedClient> {
    const client = new PipelinedClient({
      connectionString: this.databaseUrl,
      application_name: this.name,
      keepAlive: true,
      ...SESSION_TIMEOUTS.request,
      statement_timeout: Math.floor(this.statementTimeoutMs),
      // Waiting for a row that another process has locked is a conflict, not too much work: it ends before a timeout.
      lock_timeout: Math.floor(this.statementTimeoutMs / 2),
      options: plannerSettings.map((setting) => `-c ${setting}`).join(' '),
    });
    this.current = client;
    client.onLost(() => {
      if (this.current === client) this.forget();
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (this.current === client || this.current === null) this.connecting = null;
      client.destroy();
      throw error;
    }
  }
}
