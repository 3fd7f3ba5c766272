/** The polls of plugins whose manifests say that they poll, and what they have read. */
import { CHANGE_NOTIFIER, type ChangeNotifier } from '@kushk/event-store/fact-stream';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A poll without news is recorded at most this often: health counts in hours. */
const RECORD_EVERY_MS = 60_000;
/** The number of events that one poll takes out of the queue: after a filter by type, a cursor may skip many. */
const MAX_READ = 10_000;

const LAST_POLL = `
select e.organisation_id, p.polled_at, p.read_to from endpoints e
left join event_polls p on p.installation_id = e.stream_id where e.stream_id = $1 and e.polls`;

const LOCK_POLL = `
with created as (insert into event_polls values ($1, $2, 0) on conflict do nothing)
select read_to from event_polls where installation_id = $1 for update`;

const READ_EVENTS = `
select event_id, sequence from feed_events
where installation_id = $1 and sequence > $2 and sequence <= $3 order by sequence limit ${MAX_READ}`;

// Like the attempt log: deliveries first, then their queue, by the trigger of the deletion.
const LOCK_DELIVERIES =
  'select from delivery_queue where delivery_id = any($1::text[]) order by delivery_id for update';
// A version that gets pushes, which another process may have activated meanwhile, still gets what was polled.
const DELETE_READ = `
with deleted as (
  delete from delivery_queue where delivery_id = any($2::text[])
    and exists (select from endpoints e where e.stream_id = $1 and e.polls) returning 1
) select count(*)::int as count from deleted`;

interface LastPoll {
  readonly organisation_id: string;
  readonly polled_at: Date | null;
  readonly read_to: string | null;
}

@Injectable()
export class EventPolls {
  constructor(
    private readonly database: DataSource,
    @Optional() @Inject(CHANGE_NOTIFIER) private readonly changes: ChangeNotifier | null = null,
  ) {}

  /**
   * Records that the plugin polls and has read the events up to a sequence number: they do not wait any more. Does
   * nothing for a plugin that gets pushes, which may poll beside them.
   */
  async record(installationId: string, readTo: number, now: Date): Promise<void> {
    const [last] = await this.database.query<LastPoll[]>(LAST_POLL, [installationId]);
    if (last === undefined) return;
    const isRecent = last.polled_at !== null && now.getTime() - last.polled_at.getTime() < RECORD_EVERY_MS;
    if (isRecent && readTo <= Number(last.read_to)) return;
    const deleted = await this.recordRead(installationId, readTo, now);
    if (deleted === 0 && isRecent) return;
    this.changes?.notify([{ audience: `admins:${last.organisation_id}`, lists: ['deliveries', 'health'] }]);
  }

  /** The lock of the row makes polls of one installation follow each other, also those of two processes. */
  private async recordRead(installationId: string, cursor: number, now: Date): Promise<number> {
    return this.database.transaction(async (manager) => {
      const [poll] = await manager.query<{ read_to: string }[]>(LOCK_POLL, [installationId, now]);
      const readBefore = Number(poll?.read_to ?? 0);
      const read = await manager.query<{ event_id: string; sequence: string }[]>(READ_EVENTS, [
        installationId,
        readBefore,
        cursor,
      ]);
      const ids = read.map(({ event_id }) => event_id);
      await manager.query(LOCK_DELIVERIES, [ids]);
      const [deleted] = await manager.query<{ count: number }[]>(DELETE_READ, [installationId, ids]);
      const readTo = read.length < MAX_READ ? cursor : Number(read.at(-1)?.sequence);
      await manager.query(
        `insert into event_polls values ($1, $2, $3) on conflict (installation_id)
         do update set polled_at = greatest(event_polls.polled_at, $2), read_to = greatest(event_polls.read_to, $3)`,
        [installationId, now, Math.max(readBefore, readTo)],
      );
      return deleted?.count ?? 0;
    });
  }
}
