import type { DataSource } from 'typeorm';

/** A fact that the relay could not publish. Everything after it is published. */
export interface UnpublishedFact {
  readonly eventId: string;
  /** Stream id with its category: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  readonly version: number;
  /** Type of the fact in the log. */
  readonly type: string;
  /** Message of the last error, at most 500 characters. */
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: Date;
  /** Whether a replay was requested that the relay has not tried yet. */
  readonly isReplayRequested: boolean;
}

/** Maximum number of facts in a list. */
const listLimit = 1_000;

/**
 * The facts that the relay has parked in the table `log_parked`: their translation throws, or their message is too
 * large for the broker. Only the relay publishes, so a replay is a request to the process that is the relay.
 */
export class ParkedOutbox {
  private readonly database: DataSource;

  constructor(database: DataSource) {
    this.database = database;
  }

  /** Lists parked facts in log order, at most 1,000. */
  async list(only: { readonly eventId?: string } = {}): Promise<UnpublishedFact[]> {
    const rows = await this.database.query<ParkedRow[]>(
      `select event_id::text as event_id, stream_id, version::text as version, type, reason, attempts, parked_at,
        replay_requested_at is not null as is_replay_requested
        from log_parked p where $1::uuid is null or event_id = $1::uuid order by p.xid, p.position limit ${listLimit}`,
      [only.eventId ?? null],
    );
    return rows.map((row) => ({
      eventId: row.event_id,
      streamId: row.stream_id,
      version: Number(row.version),
      type: row.type,
      reason: row.reason,
      attempts: row.attempts,
      parkedAt: row.parked_at,
      isReplayRequested: row.is_replay_requested,
    }));
  }

  /**
   * Requests that the relay publishes parked facts again: all of them, or the one with `eventId`. A fact that
   * succeeds leaves the list; one that fails again stays, with one attempt more. Returns the number of requests.
   */
  async requestReplay(only: { readonly eventId?: string } = {}): Promise<number> {
    const [row] = await this.database.query<{ count: string }[]>(
      `with requested as (update log_parked set replay_requested_at = clock_timestamp()
          where $1::uuid is null or event_id = $1::uuid returning 1)
        select count(*)::text as count from requested`,
      [only.eventId ?? null],
    );
    return Number(row?.count ?? 0);
  }

  /** Number of requested replays that the relay has not tried yet. */
  async pendingReplays(): Promise<number> {
    const [row] = await this.database.query<{ count: string }[]>(
      'select count(*)::text as count from log_parked where replay_requested_at is not null',
    );
    return Number(row?.count ?? 0);
  }
}

interface ParkedRow {
  readonly event_id: string;
  readonly stream_id: string;
  readonly version: string;
  readonly type: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parked_at: Date;
  readonly is_replay_requested: boolean;
}
