/**
 * The relay's SQL statements: take the advisory lock of the service's relay, read the log in order and save the
 * checkpoint.
 */
import type { LastMessage, OutgoingFact } from './fact-stream.js';
import { messageBytes, type FactTranslator } from './outgoing-fact.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import type { PublishedTypes } from './publication.js';
import type { RecordedFact } from '../command.js';
import { UnknownFact } from '../log/unknown-fact.js';
import { eventColumns, recordedFact, type EventRow } from '../log/recorded-fact.js';
import { cursorFrom, logStart, type Cursor, type RelayCheckpoint } from './relay-cursor.js';

/** Maximum number of facts in a batch. */
const batchSize = 1_000;
/** A batch ends with the fact that reaches this size, in bytes of data. */
const batchBytes = 8 * 1024 * 1024;
const maxReasonLength = 500;

/** A fact that cannot be published. It is parked, so that the facts after it are published. */
export interface UnpublishableFact {
  readonly cursor: Cursor;
  readonly eventId: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly reason: string;
}

export interface LogBatch {
  /** Cursor of the last row. */
  readonly end: Cursor;
  readonly isEmpty: boolean;
  /** True when the log has more rows after this batch. */
  readonly isFull: boolean;
  readonly facts: readonly OutgoingFact[];
  /** Facts whose translation throws or whose message is too large. */
  readonly unpublishable: readonly UnpublishableFact[];
  /** The batch ends before a fact that only a newer version of the service knows. */
  readonly unknown: UnknownFact | null;
}

export interface RelayLogSettings {
  readonly service: string;
  readonly translate: FactTranslator;
  /** The data of other facts may be large, and nobody needs it here. */
  readonly published: Pick<PublishedTypes, 'categories' | 'privateTypes'>;
  readonly maxMessageBytes: () => number;
}

/**
 * A row of the log, with the number and the size of the rows up to it. Facts that stay inside the service have no type,
 * and only the last row of the batch can be one.
 */
type LogRow = { readonly xid: string; readonly bytes: string; readonly count: string } & (
  EventRow | (Pick<EventRow, 'position'> & { readonly type: null })
);

export class RelayLog {
  private readonly client: PipelinedClient;
  private readonly service: string;
  private readonly settings: RelayLogSettings;

  constructor(client: PipelinedClient, settings: RelayLogSettings) {
    this.client = client;
    this.service = settings.service;
    this.settings = settings;
  }

  /**
   * Tries to take the advisory lock that makes only one process per service the relay. The lock ends with the
   * connection.
   */
  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [`kushk.relay.${this.service}`],
    );
    return rows[0]?.locked === true;
  }

  /**
   * Reads the next rows after a cursor: those to publish, and the last one. Excludes the rows of a transaction while an
   * older transaction may still add rows before them.
   */
  async read(after: Cursor): Promise<LogBatch> {
    const { categories, privateTypes } = this.settings.published;
    const { rows } = await this.client.query<LogRow>({
      name: 'relay',
      text: `select e.xid::text as xid, ${eventColumns}, e.bytes, e.count from (
          select l.*, sum(l.size) over before as bytes, row_number() over before as count,
            lead(l.position) over before is null as is_last
          from (select xid, position, stream_id, version, event_id, at,
              case when p.is_published then type end as type,
              case when p.is_published then meta end as meta,
              case when p.is_published then data end as data,
              case when p.is_published then data_bytes else 0 end as size
            from log_events l
            cross join lateral (select split_part(stream_id, '-', 1) as category) s
            cross join lateral (
              select s.category = any($3::text[]) and s.category || '-' || type <> all($4::text[]) as is_published) p
            where (l.xid, l.position) > ($1::xid8, $2::bigint) and l.xid < pg_snapshot_xmin(pg_current_snapshot())
            order by l.xid, l.position limit ${batchSize}) l
          window before as (order by l.xid, l.position)) e
        where e.bytes - e.size < ${batchBytes} and (e.type is not null or e.is_last)
        order by e.xid, e.position`,
      values: [after.xid.toString(), after.position.toString(), categories, privateTypes],
    });
    const facts: OutgoingFact[] = [];
    const unpublishable: UnpublishableFact[] = [];
    let end = after;
    for (const row of rows) {
      const cursor = { xid: BigInt(row.xid), position: BigInt(row.position) };
      try {
        const outgoing = row.type === null ? null : this.outgoing(recordedFact(row), cursor);
        if (outgoing !== null && 'reason' in outgoing) unpublishable.push(outgoing);
        else if (outgoing !== null) facts.push(outgoing);
      } catch (error) {
        if (!(error instanceof UnknownFact)) throw error;
        return { end, isEmpty: end === after, isFull: false, facts, unpublishable, unknown: error };
      }
      end = cursor;
    }
    const last = rows.at(-1);
    const isFull = Number(last?.count ?? 0) === batchSize || Number(last?.bytes ?? 0) >= batchBytes;
    return { end, isEmpty: rows.length === 0, isFull, facts, unpublishable, unknown: null };
  }

  /**
   * Translates a fact. `cursor` becomes the cursor header of the message. Returns null for a private fact, and the
   * reason when the fact cannot be published. Throws `UnknownFact`.
   */
  outgoing(fact: RecordedFact, cursor: Cursor): OutgoingFact | UnpublishableFact | null {
    const { eventId, streamId, version, type } = fact;
    const unpublishable = (reason: string): UnpublishableFact => ({
      cursor,
      eventId,
      streamId,
      version,
      type,
      reason: reason.slice(0, maxReasonLength),
    });
    try {
      const outgoing = this.settings.translate(fact, cursor);
      if (outgoing === null) return null;
      const bytes = messageBytes(outgoing);
      const limit = this.settings.maxMessageBytes();
      return bytes > limit ? unpublishable(`the message has ${bytes} bytes, NATS accepts ${limit}`) : outgoing;
    } catch (error) {
      if (error instanceof UnknownFact) throw error;
      return unpublishable(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  }

  async loadCheckpoint(): Promise<RelayCheckpoint | null> {
    const { rows } = await this.client.query<{ cursor: string; sequence: string; epoch: string }>(
      `select xid::text || ':' || position::text as cursor, sequence::text as sequence, epoch::text as epoch
        from log_relay where service = $1`,
      [this.service],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      cursor: cursorFrom(row.cursor) ?? logStart,
      sequence: Number(row.sequence),
      epoch: Number(row.epoch),
    };
  }

  has(message: LastMessage): Promise<boolean> {
    return hasFactOf(this.client, message);
  }

  async saveCheckpoint({ cursor, sequence, epoch }: RelayCheckpoint): Promise<void> {
    await this.client.query({
      name: 'save',
      text: `insert into log_relay (service, xid, position, sequence, epoch) values ($1, $2::xid8, $3, $4, $5)
        on conflict (service) do update set xid = excluded.xid, position = excluded.position,
          sequence = excluded.sequence, epoch = excluded.epoch, at = clock_timestamp()`,
      values: [this.service, cursor.xid.toString(), cursor.position.toString(), sequence, epoch],
    });
  }
}

/**
 * Whether the log has the fact of a message and the position in its cursor. After a restore, a transaction may get the
 * id of a lost one, so neither alone is enough.
 */
export async function hasFactOf(
  client: PipelinedClient,
  { streamId, version, eventId, cursor }: LastMessage,
): Promise<boolean> {
  const { xid, position } = cursorFrom(cursor) ?? logStart;
  const { rows } = await client.query<{ found: boolean }>(
    `select $4::xid8 < pg_snapshot_xmax(pg_current_snapshot())
        and exists (select from log_events where stream_id = $1 and version = $2 and event_id::text = $3)
        and ($4 = '0' or exists (select from log_events where xid = $4::xid8 and position = $5)) as found`,
    [streamId, version, eventId, xid.toString(), position.toString()],
  );
  return rows[0]?.found === true;
}
