/**
 * The relay's SQL statements: take the advisory lock of the service's relay, read the log in order and save the
 * checkpoint.
 */
import type { OutgoingFact } from './fact-stream.js';
import type { FactTranslator } from './outgoing-fact.js';
import type { PipelinedClient } from './pipelined-client.js';
import { eventColumns, recordedFact, type EventRow } from './recorded-fact.js';
import { cursorFrom, logStart, type Cursor, type RelayCheckpoint } from './relay-cursor.js';

/** Maximum number of facts in a batch. */
const batchSize = 1_000;

export interface LogBatch {
  /** Cursor of the last row. */
  readonly end: Cursor;
  readonly isEmpty: boolean;
  /** True when the log has more rows after this batch. */
  readonly isFull: boolean;
  readonly facts: readonly OutgoingFact[];
  /** Time of the first row's decision, in epoch milliseconds. */
  readonly oldestAt: number;
}

export class RelayLog {
  private readonly client: PipelinedClient;
  private readonly service: string;
  private readonly translate: FactTranslator;

  constructor(client: PipelinedClient, { service, translate }: { service: string; translate: FactTranslator }) {
    this.client = client;
    this.service = service;
    this.translate = translate;
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
   * Reads the next rows after a cursor. Excludes the rows of a transaction while an older transaction may still add
   * rows before them.
   */
  async read(after: Cursor): Promise<LogBatch> {
    const { rows } = await this.client.query<EventRow & { xid: string }>({
      name: 'relay',
      text: `select e.xid::text as xid, ${eventColumns} from log_events e
        where (e.xid, e.position) > ($1::xid8, $2::bigint) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.position limit ${batchSize}`,
      values: [after.xid.toString(), after.position.toString()],
    });
    const facts: OutgoingFact[] = [];
    let end = after;
    for (const row of rows) {
      const fact = recordedFact(row);
      end = { xid: BigInt(row.xid), position: fact.position };
      const outgoing = this.translate(fact, end);
      if (outgoing !== null) facts.push(outgoing);
    }
    const oldestAt = rows[0]?.at.getTime() ?? 0;
    return { end, isEmpty: rows.length === 0, isFull: rows.length === batchSize, facts, oldestAt };
  }

  async loadCheckpoint(): Promise<RelayCheckpoint | null> {
    const { rows } = await this.client.query<{ cursor: string; sequence: string }>(
      `select xid::text || ':' || position::text as cursor, sequence::text as sequence from log_relay where service = $1`,
      [this.service],
    );
    const [row] = rows;
    return row === undefined ? null : { cursor: cursorFrom(row.cursor) ?? logStart, sequence: Number(row.sequence) };
  }

  async saveCheckpoint({ cursor, sequence }: RelayCheckpoint): Promise<void> {
    await this.client.query({
      name: 'save',
      text: `insert into log_relay (service, xid, position, sequence) values ($1, $2::xid8, $3, $4)
        on conflict (service) do update set xid = excluded.xid, position = excluded.position, sequence = excluded.sequence, at = clock_timestamp()`,
      values: [this.service, cursor.xid.toString(), cursor.position.toString(), sequence],
    });
  }
}
