/** The deliveries of an installation as the admin sees them: the feed, what is still queued, and every attempt. */
import type { DeliveryResource } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  readonly event_id: string;
  readonly type: string;
  readonly sequence: string;
  readonly due_at: Date | null;
  readonly dead_at: Date | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly duration_ms: number;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

const SELECT = `
select f.event_id, f.type, f.sequence, q.due_at, q.dead_at, coalesce(a.attempts, '[]'::json) as attempts
from feed_events f left join outgoing_calls q on q.call_id = f.event_id
left join lateral (
  select json_agg(json_build_object('attempt', c.attempt, 'at', c.at, 'duration_ms', c.duration_ms, 'status', c.status, 'error', c.error) order by c.attempt) as attempts
  from call_attempts c where c.call_id = f.event_id
) a on true`;

@Injectable()
export class Deliveries {
  constructor(private readonly database: DataSource) {}

  /** Newest first, those before a sequence. */
  async before(installationId: string, sequence: number | null, limit: number): Promise<readonly DeliveryResource[]> {
    const rows = await this.database.query<Row[]>(
      `${SELECT} where f.installation_id = $1 and ($2::bigint is null or f.sequence < $2) order by f.sequence desc limit $3`,
      [installationId, sequence, limit],
    );
    return rows.map(toResource);
  }

  /** One delivery, or null where the installation has no such event any more. */
  async one(installationId: string, eventId: string): Promise<DeliveryResource | null> {
    const [row] = await this.database.query<Row[]>(`${SELECT} where f.installation_id = $1 and f.event_id = $2`, [
      installationId,
      eventId,
    ]);
    return row === undefined ? null : toResource(row);
  }

  /**
   * Puts an event into the queue once more, due at once and with its whole schedule before it. Attempts are numbered
   * on. False where the event is no longer kept.
   */
  async queueAgain(installationId: string, eventId: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `insert into outgoing_calls (call_id, channel, installation_id, order_key, sequence, kind, created_at, due_at, attempt)
       select f.event_id, 'event', f.installation_id, f.order_key, f.sequence, f.type, f.created_at, $3,
         coalesce((select max(attempt) from call_attempts where call_id = f.event_id), 0)
       from feed_events f where f.installation_id = $1 and f.event_id = $2
       on conflict (call_id) do update set due_at = excluded.due_at, spent = 0, dead_at = null, first_tried_at = null
       returning 1`,
      [installationId, eventId, now],
    );
    return rows.length > 0;
  }
}

function toResource(row: Row): DeliveryResource {
  const delivered = row.attempts.some(({ error }) => error === null);
  const status = row.dead_at !== null ? 'dead' : row.due_at !== null ? 'waiting' : delivered ? 'delivered' : 'dead';
  return {
    event_id: row.event_id,
    type: row.type,
    sequence: Number(row.sequence),
    status,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    next_attempt_at: status === 'waiting' ? (row.due_at?.toISOString() ?? null) : null,
  };
}
