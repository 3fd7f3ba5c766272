/**
 * A physical backup over PostgreSQL's replication protocol, as `pg_basebackup` makes it: it needs a connection and a
 * role with the attribute REPLICATION, and neither PostgreSQL's programs nor access to the server's disk.
 */
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { FAILED_ARCHIVE } from './inspect-database.js';
import { PrimaryClient } from './primary-client.js';

/** A place in the write-ahead log. */
export interface WalPosition {
  /** `16/B374D848`. */
  readonly lsn: string;
  readonly timeline: number;
}

export interface BaseBackup {
  readonly serverVersion: string;
  readonly start: WalPosition;
  /** From here on the restored data are consistent. */
  readonly end: WalPosition;
  /** By the clock of the server, after `end`: the first moment that this backup can be restored to. */
  readonly endedAt: Date;
  readonly archiving: Archiving;
}

/** Whether the server archives its write-ahead log. */
export interface Archiving {
  readonly isOn: boolean;
  /** The newest file whose archiving failed, when none has been archived since; otherwise null. */
  readonly failing: string | null;
  readonly segmentBytes: number;
}

interface Outputs {
  /** Receives a tar archive of the data folder, with the write-ahead log that it needs to become consistent. */
  readonly archive: Writable;
  /** Receives the server's list of files and checksums, as `pg_verifybackup` reads it. */
  readonly manifest: Writable;
}

export interface BaseBackupOptions extends Outputs {
  /** `postgres://role:password@host:port/database`. */
  readonly url: string;
  /** Name of the backup, for the server's log. */
  readonly label: string;
}

const connectionTimeoutMs = 10_000;
const description = `select current_setting('server_version') as version, clock_timestamp() as now,
  current_setting('archive_mode') <> 'off' as archives, ${FAILED_ARCHIVE} as failing,
  (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes`;

interface Description {
  readonly version: string;
  readonly now: Date;
  readonly archives: boolean;
  readonly segment_bytes: number;
  readonly failing: string | null;
}

/** Ends both streams. Rejects when the server cannot be reached or refuses, or a stream fails. */
export async function takeBaseBackup({ url, label, archive, manifest }: BaseBackupOptions): Promise<BaseBackup> {
  const client = new PrimaryClient({
    connectionString: url,
    application_name: 'kushk-deploy backup',
    connectionTimeoutMillis: connectionTimeoutMs,
    // With the name of a database, the session answers queries, too.
    replication: 'database',
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const request = new BaseBackupRequest(label, { archive, manifest });
    client.query(request);
    const { start, end } = await request.done;
    const { rows } = await client.query<Description>(description);
    const [server] = rows as [Description];
    const archiving = { isOn: server.archives, failing: server.failing, segmentBytes: server.segment_bytes };
    return { serverVersion: server.version, start, end, endedAt: server.now, archiving };
  } finally {
    archive.destroy();
    manifest.destroy();
    await client.end().catch(() => undefined);
  }
}

type Row = readonly (string | null)[];

/**
 * The server answers with two tables (where it starts, the tablespaces), the copied data, and a table with the end. The
 * first byte of each message of the copy is its kind.
 */
class BaseBackupRequest implements pg.Submittable {
  private readonly result = Promise.withResolvers<Pick<BaseBackup, 'start' | 'end'>>();
  readonly done = this.result.promise;
  private readonly rows: Row[] = [];
  private output: Writable | null = null;
  private isPaused = false;
  private failure: Error | null = null;

  constructor(
    private readonly label: string,
    private readonly outputs: Outputs,
  ) {
    for (const output of [outputs.archive, outputs.manifest]) output.once('error', this.result.reject);
  }

  submit(connection: pg.Connection): void {
    const label = `'${this.label.replaceAll("'", "''")}'`;
    // Without WAIT the server does not wait for an archive that fails: the caller looks at the archive itself.
    connection.query(
      `BASE_BACKUP (LABEL ${label}, CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    );
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.rows.push(fields);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: pg.Connection): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n') this.output = this.outputs.archive;
    else if (kind === 'm') this.output = this.outputs.manifest;
    else if (kind === 'd') this.write(chunk, connection);
  }

  /** The parser reuses its buffer. */
  private write(chunk: Buffer, { stream }: pg.Connection): void {
    if (this.output === null || this.output.destroyed) return;
    const { output } = this;
    if (output.write(Buffer.from(chunk.subarray(1))) || this.isPaused) return;
    this.isPaused = true;
    stream.pause();
    const resume = (): void => {
      output.off('drain', resume).off('close', resume);
      this.isPaused = false;
      stream.resume();
    };
    output.on('drain', resume).on('close', resume);
  }

  handleError(error: Error): void {
    this.failure = error;
    // Without a session there is no message that ends the request.
    this.result.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.failure !== null) return;
    this.finish().catch(this.result.reject);
  }

  private async finish(): Promise<void> {
    const [start, ...others] = this.rows;
    const end = others.at(-1);
    // A row of a tablespace has its id; that of the data folder has none.
    if (others.slice(0, -1).some(([id]) => id !== null)) throw new Error('the server has tablespaces: keep them empty');
    if (start === undefined || end === undefined) throw new Error('the server has sent no backup');
    for (const output of [this.outputs.archive, this.outputs.manifest]) await finished(output.end());
    this.result.resolve({ start: positionOf(start), end: positionOf(end) });
  }

  handleRowDescription(): void {
    return;
  }

  handleCommandComplete(): void {
    return;
  }

  handleEmptyQuery(): void {
    return;
  }
}

const positionOf = ([lsn, timeline]: Row): WalPosition => ({ lsn: String(lsn), timeline: Number(timeline) });
