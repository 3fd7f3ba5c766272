/** One connection of the command loop: opened on demand, replaced when it breaks, never waited for without an end. */
import pg from 'pg';
import { StoreUnavailable } from './command.js';

/** How long a connection may take to come up, and a single statement to be answered. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 4_000;
const closeTimeoutMs = 1_000;

/**
 * The loop's statements look up rows by key and nothing else. On a fresh table the planner takes it for empty and
 * scans and hashes (three times slower, and a prepared plan keeps it so); these settings leave it only the index.
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

export class Connection {
  private current: Promise<pg.Client> | null = null;
  private socketOwner: pg.Client | null = null;
  private readonly databaseUrl: string;
  private readonly name: string;

  constructor(databaseUrl: string, name: string) {
    this.databaseUrl = databaseUrl;
    this.name = name;
  }

  /** The live client; rejects when PostgreSQL is away. */
  client(): Promise<pg.Client> {
    this.current ??= this.open();
    return this.current;
  }

  /** Gives up the connection at once, whatever is under way on it: its statements reject. */
  discard(): void {
    const owner = this.socketOwner;
    this.current = null;
    this.socketOwner = null;
    owner?.connection.stream.destroy();
  }

  async close(): Promise<void> {
    const client = this.socketOwner;
    this.current = null;
    this.socketOwner = null;
    if (client !== null) await endClient(client);
  }

  private async open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: this.name,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      options: plannerSettings.map((setting) => `-c ${setting}`).join(' '),
    });
    const forget = (): void => {
      if (this.socketOwner === client) {
        this.current = null;
        this.socketOwner = null;
      }
    };
    this.socketOwner = client;
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (this.socketOwner === client || this.socketOwner === null) this.current = null;
      client.connection.stream.destroy();
      throw error;
    }
  }
}

/** Says goodbye to PostgreSQL, and hangs up where it does not answer. */
export async function endClient(client: pg.Client): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(giveUp);
}

/** What a failed statement means for its round. */
export type Trouble = 'moved' | 'away' | 'broken';

/** SQLSTATE classes and codes after which the same round may succeed on another try, once PostgreSQL is back. */
const awayCodes = /^(08|53|57P|57014|25006|25P03|3D000|28)/;
const movedCodes = new Set(['40001', '40P01', '55P03']);
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Tells a version that moved (try again at once) from a database that is away (try again later) and from a bad statement. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (movedCodes.has(code) || (code === '23505' && error.constraint === 'log_idempotency_once')) return 'moved';
    return awayCodes.test(code) ? 'away' : 'broken';
  }
  return isLostConnection(error) ? 'away' : 'broken';
}

/** True for what a read or a command rejects with when PostgreSQL cannot be reached: the edge's 503, not its 500. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  return troubleOf(cause) === 'away';
}

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (socketCodes.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout (expired|exceeded)|Cannot use a pool after)/i.test(
    error.message,
  );
}
