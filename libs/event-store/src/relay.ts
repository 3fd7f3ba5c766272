/**
 * The relay tails the log and publishes public facts in its order. The log is the outbox: nothing is published that
 * is not committed, and nothing committed is left out.
 *
 * Why the cursor is `(xid, position)` and not `position`: a transaction that took its positions early may commit late,
 * and a reader that has gone past them would never see its facts. Transaction ids are bounded by `pg_snapshot_xmin`:
 * below it every transaction has ended, so nothing can still appear there. Inside a stream the order of ids is the
 * order of versions, because the command loop refuses the other case (`last_xid`).
 *
 * The relay's truth about what was published is the stream itself: its last message carries the cursor. `log_relay`
 * only spares re-reading private facts, and helps when the stream has let its last message go.
 */
import pg from 'pg';
import { subjectToken } from '@kushk/contracts';
import type { RecordedFact } from './command.js';
import { endClient } from './connection.js';
import type { StoreLog, StoreMeasure } from './definition.js';
import { eventColumns, recordedFact, type EventRow } from './event-store.js';
import { factHeaders, FactStreamMoved, type FactStream, type OutgoingFact } from './fact-stream.js';
import type { Publication } from './publication.js';
import {
  compareCursors,
  cursorFrom,
  cursorText,
  logStart,
  resumeAt,
  type Cursor,
  type SavedPlace,
} from './relay-cursor.js';

/** Facts read and published at a time. */
const batchSize = 1_000;
/** The log is looked at so often even when nobody woke the relay: other processes append too. */
const pollMs = 250;
/** A commit that is not readable yet (an older transaction is still open) is looked for after so long, then less often. */
const lateMs = { first: 2, longest: 50 };
/** While nothing happens the end of the stream is compared with what was published so often. */
const endCheckMs = 1_000;
const leaderPollMs = 500;
const failurePauseMs = { first: 100, longest: 1_000 };

export interface RelaySettings {
  readonly databaseUrl: string;
  readonly service: string;
  readonly scope: string;
  readonly stream: FactStream;
  readonly publications: readonly Publication[];
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
}

interface Batch {
  readonly end: Cursor;
  readonly rows: number;
  readonly facts: readonly OutgoingFact[];
  /** When the first of them was decided, in epoch milliseconds. */
  readonly oldestAt: number;
}

export class Relay {
  private readonly translators: ReadonlyMap<string, Publication>;
  private running: Promise<void> | null = null;
  private stopped = false;
  private awaitedXid = 0n;
  private wakeUp: (() => void) | null = null;
  private readonly settings: RelaySettings;

  constructor(settings: RelaySettings) {
    this.settings = settings;
    this.translators = new Map(settings.publications.map((publication) => [publication.of.category, publication]));
  }

  start(): void {
    this.running ??= this.keepRunning();
  }

  /** Tells the relay that a transaction of this process has committed facts. */
  wake(xid: bigint): void {
    if (xid > this.awaitedXid) this.awaitedXid = xid;
    this.wakeUp?.();
  }

  /** Finishes the batch under way and stops. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.running;
  }

  private async keepRunning(): Promise<void> {
    let pauseMs = failurePauseMs.first;
    while (!this.stopped) {
      try {
        await this.withClient((client) => this.lead(client, () => (pauseMs = failurePauseMs.first)));
      } catch (error) {
        if (this.stopped) return;
        if (error instanceof FactStreamMoved) {
          this.settings.log.info(
            { service: this.settings.service, reason: error.message },
            'relay begins anew at the end of its stream',
          );
        } else {
          this.settings.log.warn({ service: this.settings.service, reason: String(error) }, 'relay was interrupted');
        }
        await this.sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 2, failurePauseMs.longest);
      }
    }
  }

  private async withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      application_name: `${this.settings.service} relay`,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: 10_000,
      options: '-c enable_seqscan=off -c enable_bitmapscan=off -c synchronous_commit=off -c jit=off',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await work(client);
    } finally {
      await endClient(client);
    }
  }

  /** Publishes for as long as this process is the one that holds the lock of the service's relay. */
  private async lead(client: pg.Client, onProgress: () => void): Promise<void> {
    const { stream, service } = this.settings;
    while (!(await tryLock(client, service))) {
      await this.sleep(leaderPollMs);
      if (this.stopped) return;
    }
    await stream.prepare();
    const end = await stream.end();
    let cursor = resumeAt(end, await savedPlace(client, service));
    let { sequence } = end;
    let saved = cursor;
    let checkedAt = performance.now();
    let late = lateMs.first;
    onProgress();
    let next = handled(this.read(client, cursor));
    while (!this.stopped) {
      const batch = await next;
      if (batch.rows > 0) {
        // Read ahead while JetStream is at work; what was read stays right, the log only grows behind it.
        const full = batch.rows === batchSize;
        if (full) next = handled(this.read(client, batch.end));
        if (batch.facts.length > 0) {
          sequence = await stream.publish(batch.facts, sequence);
          checkedAt = performance.now();
          this.settings.measure.factsRelayed(batch.facts.length);
          this.settings.measure.relayLagMs(Date.now() - batch.oldestAt);
        }
        cursor = batch.end;
        onProgress();
        if (full) continue;
      } else if (performance.now() - checkedAt >= endCheckMs) {
        await this.compareEnd(sequence);
        checkedAt = performance.now();
      }
      if (this.awaitedXid > cursor.xid) {
        late = batch.rows > 0 ? lateMs.first : Math.min(late * 2, lateMs.longest);
        if (batch.rows === 0) await this.sleep(late);
      } else {
        late = lateMs.first;
        saved = await this.idle(client, cursor, sequence, saved);
      }
      next = handled(this.read(client, cursor));
    }
    await this.save(client, cursor, sequence);
  }

  private async idle(client: pg.Client, cursor: Cursor, sequence: number, saved: Cursor): Promise<Cursor> {
    const woken = await this.sleep(pollMs);
    if (woken || compareCursors(saved, cursor) === 0) return saved;
    await this.save(client, cursor, sequence);
    return cursor;
  }

  private async compareEnd(sequence: number): Promise<void> {
    const end = await this.settings.stream.end();
    const lastIsThere = end.last === null || end.last.sequence === end.sequence;
    if (end.sequence !== sequence || !lastIsThere)
      throw new FactStreamMoved(
        `the stream ends at ${end.last?.sequence ?? 0} of ${end.sequence}, ${sequence} were published`,
      );
  }

  private async read(client: pg.Client, after: Cursor): Promise<Batch> {
    const result = await client.query<EventRow & { x: string }>({
      name: 'relay',
      text: `select e.xid::text as x, ${eventColumns} from log_events e
        where (e.xid, e.position) > ($1::xid8, $2::bigint) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.position limit ${batchSize}`,
      values: [after.xid.toString(), after.position.toString()],
    });
    const facts: OutgoingFact[] = [];
    let end = after;
    for (const row of result.rows) {
      const fact = recordedFact(row);
      end = { xid: BigInt(row.x), position: fact.position };
      const outgoing = this.outgoing(fact, end);
      if (outgoing !== null) facts.push(outgoing);
    }
    return { end, rows: result.rows.length, facts, oldestAt: result.rows[0]?.at.getTime() ?? 0 };
  }

  private outgoing(fact: RecordedFact, cursor: Cursor): OutgoingFact | null {
    const spoken = this.translators.get(fact.category)?.translate(fact) ?? null;
    if (spoken === null) return null;
    const headers: Record<string, string> = {
      [factHeaders.cursor]: cursorText(cursor),
      [factHeaders.stream]: fact.streamId,
      [factHeaders.version]: String(fact.version),
      [factHeaders.type]: spoken.type.subject,
      [factHeaders.at]: fact.at.toISOString(),
    };
    if (fact.meta.traceparent !== undefined) headers[factHeaders.traceparent] = fact.meta.traceparent;
    const subject = `${this.settings.scope}.${spoken.type.subject}.${subjectToken(fact.streamId)}`;
    return { subject, eventId: fact.eventId, headers, body: JSON.stringify(spoken.data) };
  }

  private async save(client: pg.Client, cursor: Cursor, sequence: number): Promise<void> {
    await client.query({
      name: 'save',
      text: `insert into log_relay (service, xid, position, sequence) values ($1, $2::xid8, $3, $4)
        on conflict (service) do update set xid = excluded.xid, position = excluded.position, sequence = excluded.sequence, at = clock_timestamp()`,
      values: [this.settings.service, cursor.xid.toString(), cursor.position.toString(), sequence],
    });
  }

  /** True when it was woken before its time. */
  private sleep(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (woken: boolean): void => {
        clearTimeout(timer);
        this.wakeUp = null;
        resolve(woken);
      };
      const timer = setTimeout(() => done(false), ms);
      this.wakeUp = () => done(true);
    });
  }
}

/** A read ahead may fail before anyone waits for it; whoever waits later still sees the failure. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

async function tryLock(client: pg.Client, service: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [
    `kushk.relay.${service}`,
  ]);
  return rows[0]?.got === true;
}

async function savedPlace(client: pg.Client, service: string): Promise<SavedPlace | null> {
  const { rows } = await client.query<{ cursor: string; sequence: string }>(
    `select xid::text || ':' || position::text as cursor, sequence::text as sequence from log_relay where service = $1`,
    [service],
  );
  const [row] = rows;
  return row === undefined ? null : { cursor: cursorFrom(row.cursor) ?? logStart, sequence: Number(row.sequence) };
}
