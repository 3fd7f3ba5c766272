/** Inspects the log of a service, for `kushk-deploy backup` and `verify`. */
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { ConsumerCheckpoint, LastMessage } from './fact-stream.js';
import { hasFactOf } from './relay-log.js';

/** A place in a log: `relay-cursor.ts`. */
export interface LogPosition {
  readonly xid: string;
  readonly position: string;
}

export interface LogReport {
  /** The newest fact; null for an empty log. */
  readonly newest: LogPosition | null;
  /** Every public fact up to here is published; null before the first start of the service. */
  readonly published: LogPosition | null;
  /** Number of facts that the relay could not publish. */
  readonly parked: number;
  /** Whether the log has the message that was given: otherwise it went back in time. */
  readonly hasMessage: boolean;
  /** How far the service has processed streams of another installation, by the name of the consumer. */
  readonly checkpoints: Readonly<Record<string, ConsumerCheckpoint>>;
}

const summary = `select
  (select json_build_object('xid', e.xid::text, 'position', e.position::text) from log_events e
    order by e.xid desc, e.position desc limit 1) as newest,
  (select json_build_object('xid', r.xid::text, 'position', r.position::text) from log_relay r limit 1) as published,
  (select count(*) from log_parked)::int as parked,
  (select coalesce(json_object_agg(consumer, json_build_object('sequence', sequence, 'eventId', event_id) order by at), '{}')
    from consumer_checkpoints) as checkpoints`;

/** Compares a log with the newest message of its stream, if there is one. Rejects when the database has no log. */
export async function inspectLog(databaseUrl: string, message: LastMessage | null = null): Promise<LogReport> {
  const client = new PipelinedClient({
    connectionString: databaseUrl,
    application_name: 'kushk-deploy',
    ...SESSION_TIMEOUTS.background,
  });
  client.onLost(() => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<LogReport, 'hasMessage'>>(summary);
    const [report] = rows as [Omit<LogReport, 'hasMessage'>];
    return { ...report, hasMessage: message === null || (await hasFactOf(client, message)) };
  } finally {
    await client.end();
  }
}
