/** What is forgotten, and when: 30 days of events, attempts and dead letters (contract §7), and calls that have lost their point. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 30;

@Injectable()
export class Retention {
  constructor(private readonly database: DataSource) {}

  /** Deletes what is older than 30 days. The newest event of each feed stays: it says how far the feed has come. */
  async forgetOld(now: Date): Promise<void> {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    await this.database.query(
      'delete from outgoing_calls where created_at < $1 and (leased_until is null or leased_until < $2)',
      [before, now],
    );
    await this.database.query(
      `delete from feed_events f where created_at < $1
       and exists (select from feed_events n where n.installation_id = f.installation_id and n.sequence > f.sequence)`,
      [before],
    );
    await this.database.query('delete from call_attempts where at < $1', [before]);
  }

  /** Ends the waiting calls of removed installations, and `installed` calls that have been answered in another way. */
  async endPointless(now: Date): Promise<void> {
    await this.database.query(
      `delete from outgoing_calls q using endpoints e
       where e.stream_id = q.installation_id and (q.leased_until is null or q.leased_until < $1)
       and ((q.channel = 'event' and e.removed) or (q.kind = 'installed' and not e.awaiting_answer))`,
      [now],
    );
  }
}
