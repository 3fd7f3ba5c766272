/** What the log of a service says about itself, for `kushk-deploy backup` and `verify`. */
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { LastMessage } from './fact-stream.js';
import { hasFactOf } from './relay-log.js';

export interface LogReport {
  /** The newest fact; null for an empty log. */
  readonly newest: { readonly xid: string; readonly position: string } | null;
  /** Number of facts that the relay could not publish. */
  readonly parked: number;
  /** Whether the log has the message that was given: otherwise it went back in time. */
  readonly hasMessage: boolean;
  /** Age of the relay's last checkpoint, in facts that are committed after it, at most 1,000. */
  readonly unpublished: number;
}

const summary = `select
  (select json_build_object('xid', xid::text, 'position', position::text) from log_events
    order by log_events.xid desc, log_events.position desc limit 1) as newest,
  (select count(*) from log_parked)::int as parked,
  (select count(*) from (select from log_events e where (e.xid, e.position) >
    (select coalesce(max(xid), '0'), coalesce(max(position), 0) from log_relay) limit 1000) later)::int as unpublished`;

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
