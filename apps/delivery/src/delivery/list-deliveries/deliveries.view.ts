/** The deliveries of an installation as an admin sees them: its events, their state in the queue, and every attempt. */
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
from feed_events f left join delivery_queue q on q.delivery_id = f.event_id
left join lateral (
  select json_agg(json_build_object('attempt', d.attempt, 'at', d.started_at, 'duration_ms', d.duration_ms,
    'status', d.status, 'error', d.error) order by d.attempt) as attempts
  from delivery_attempts d where d.delivery_id = f.event_id
) a on true`;

@Injectable()
export class Deliveries {
  constructor(private readonly database: DataSource) {}

  /** Returns true when the installation belongs to the organisation and was not removed. */
  async isInstalled(installationId: string, organisationId: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'select from endpoints where stream_id = $1 and organisation_id = $2 and not removed',
      [installationId, organisationId],
    );
    return rows.length > 0;
  }

  /** Lists the deliveries before a sequence number, newest first. Null starts at the newest delivery. */
  async listBefore(
    installationId: string,
    sequence: number | null,
    limit: number,
  ): Promise<readonly DeliveryResource[]> {
    const rows = await this.database.query<Row[]>(
      `${SELECT} where f.installation_id = $1 and ($2::bigint is null or f.sequence < $2) order by f.sequence desc limit $3`,
      [installationId, sequence, limit],
    );
    return rows.map(toResource);
  }

  /** Returns one delivery, or null when the installation has no such event or the event has expired. */
  async find(installationId: string, eventId: string): Promise<DeliveryResource | null> {
    const [row] = await this.database.query<Row[]>(`${SELECT} where f.installation_id = $1 and f.event_id = $2`, [
      installationId,
      eventId,
    ]);
    return row === undefined ? null : toResource(row);
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
