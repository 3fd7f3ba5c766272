import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import type { StoreMeasure } from '../definition.js';
import { logStart, type Cursor } from './relay-cursor.js';

/** How often the lag is measured. */
const everyMs = 1_000;
/** The count of parked facts stops here, so that it stays cheap. */
const countLimit = 100_000;

const lagText = `select
    (select extract(epoch from $3::timestamptz - e.at) * 1000 from log_events e
      where (e.xid, e.position) > ($1::xid8, $2::bigint) order by e.xid, e.position limit 1) as lag_ms,
    (select count(*) from (select 1 from log_parked limit ${countLimit}) p) as parked`;

/**
 * Measures how far JetStream is behind the log: the age of the oldest committed fact that is not published. The log is
 * read independently of the relay, so the lag grows while the relay fails, waits for an older transaction or hangs.
 * While the log cannot be read either, the last lag grows with the time.
 */
export class RelayLag {
  private cursor: Cursor | null = null;
  private last = { lagMs: 0, at: performance.now() };
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private readonly settings: {
    readonly reads: DataSource;
    readonly service: string;
    readonly measure: StoreMeasure;
  };

  constructor(settings: RelayLag['settings']) {
    this.settings = settings;
  }

  /** Everything up to the cursor is published; null while another process is the relay. */
  published(cursor: Cursor | null): void {
    this.cursor = cursor;
  }

  start(): void {
    this.running ??= this.keepMeasuring();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepMeasuring(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.measureOnce();
      await sleep(everyMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async measureOnce(): Promise<void> {
    // While another process is the relay, its checkpoint is used. The relay saves it once a second.
    const { reads, service, measure } = this.settings;
    try {
      const { xid, position } = this.cursor ?? (await loadCursor(reads, service));
      const [row] = await reads.query<{ lag_ms: string | null; parked: string }[]>(lagText, [
        xid.toString(),
        position.toString(),
        now(),
      ]);
      this.last = { lagMs: Math.max(0, Number(row?.lag_ms ?? 0)), at: performance.now() };
      measure.factsUnpublished(Number(row?.parked ?? 0));
      measure.relayLagMs(this.last.lagMs);
    } catch {
      measure.relayLagMs(this.last.lagMs + performance.now() - this.last.at);
    }
  }
}

async function loadCursor(reads: DataSource, service: string): Promise<Cursor> {
  const [row] = await reads.query<{ xid: string; position: string }[]>(
    'select xid::text as xid, position::text as position from log_relay where service = $1',
    [service],
  );
  return row === undefined ? logStart : { xid: BigInt(row.xid), position: BigInt(row.position) };
}
