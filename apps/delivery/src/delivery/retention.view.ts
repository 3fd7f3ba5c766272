/**
 * Deletes rows whose retention period has ended (30 days, docs/reference/limits.md), and queued deliveries that have
 * become obsolete.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const RETENTION_DAYS = 30;

@Injectable()
export class Retention {
  constructor(private readonly database: DataSource) {}

  /**
   * Deletes rows older than 30 days. The newest event of each feed stays, because it holds the last sequence number.
   */
  async deleteExpired(now: Date): Promise<void> {
    const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
    await this.database.query(
      'delete from delivery_queue where created_at < $1 and (leased_until is null or leased_until < $2)',
      [before, now],
    );
    await this.database.query(
      `delete from feed_events f where created_at < $1
       and exists (select from feed_events n where n.installation_id = f.installation_id and n.sequence > f.sequence)`,
      [before],
    );
    await this.database.query('delete from delivery_attempts where started_at < $1', [before]);
  }

  /** Deletes queued events of removed installations, and `installed` calls whose plugin already has the credentials. */
  async deleteObsolete(now: Date): Promise<void> {
    await this.database.query(
      `delete from delivery_queue q using endpoints e
       where e.stream_id = q.installation_id and (q.leased_until is null or q.leased_until < $1)
       and ((q.channel = 'event' and e.removed) or (q.kind = 'installed' and not e.installed_pending))`,
      [now],
    );
  }
}
