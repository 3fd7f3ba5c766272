/**
 * The mails that are to be sent, and which notifications are in them. All processes share them: the one that stores the
 * row of a notification first has it in a mail, and a claim on a mail ends by itself when its process is killed.
 */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAILS_PER_HOUR, retryAfterMs, type MailWay } from './mail-selection.js';

/** Longer than an attempt can take (smtp-client.ts). */
const CLAIM_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** A notification is listed for 30 days, and must not be sent again in this time. */
const STORED_MS = 40 * 24 * HOUR_MS;
const MAILBOX_READS = 500;

export interface ClaimedMail {
  readonly mail_id: string;
  readonly person_id: string;
  readonly way: MailWay;
  readonly attempts: number;
  readonly created_at: Date;
}
interface Contained {
  readonly id: string;
  readonly at: Date;
}
/** A mail as the mailbox of development shows it. */
export interface MailPreview {
  readonly id: string;
  readonly personId: string;
  readonly at: Date;
  readonly preview: { readonly to: string; readonly subject: string; readonly text: string };
}

@Injectable()
export class Mails {
  constructor(private readonly database: DataSource) {}

  /** Makes a mail of those notifications that are in no mail yet. At once: unless the person had enough in an hour. */
  async compose(
    { personId, way }: { readonly personId: string; readonly way: MailWay },
    notifications: readonly Contained[],
    at: Date,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      // Two processes must not count the mails of the hour at the same time.
      await manager.query(`select pg_advisory_xact_lock(hashtextextended('mail ' || $1, 0))`, [personId]);
      const [sent] = await manager.query<{ count: number }[]>(
        'select count(*)::int as count from mails where person_id = $1 and created_at > $2',
        [personId, new Date(at.getTime() - HOUR_MS)],
      );
      if (way === 'at_once' && (sent?.count ?? 0) >= MAILS_PER_HOUR) return;
      const mailId = randomUUID();
      const added = await manager.query<unknown[]>(
        `insert into mailed_notifications (person_id, notification_id, at, mail_id)
         select $1, n.id, n.at, $2 from unnest($3::text[], $4::timestamptz[]) as n(id, at)
         on conflict do nothing returning 1`,
        [personId, mailId, notifications.map(({ id }) => id), notifications.map((one) => one.at)],
      );
      if (added.length === 0) return;
      await manager.query(
        'insert into mails (mail_id, person_id, way, created_at, due_at, attempts) values ($1, $2, $3, $4, $4, 0)',
        [mailId, personId, way, at],
      );
    });
  }

  /** Claims one mail that is due, so that no other process sends it meanwhile; null when there is none. */
  async claim(at: Date): Promise<ClaimedMail | null> {
    const [rows] = await this.database.query<[ClaimedMail[], number]>(
      `update mails set claimed_until = $2, attempts = attempts + 1 where mail_id = (
         select mail_id from mails where sent_at is null and due_at <= $1
           and (claimed_until is null or claimed_until <= $1)
         order by due_at limit 1 for update skip locked)
       returning mail_id, person_id, way, attempts, created_at`,
      [at, new Date(at.getTime() + CLAIM_MS)],
    );
    return rows[0] ?? null;
  }

  /** The keys of the notifications in a mail. */
  async contents(mailId: string): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ notification_id: string; at: Date }[]>(
      'select notification_id, at from mailed_notifications where mail_id = $1',
      [mailId],
    );
    return new Set(rows.map(({ notification_id: id, at }) => keyOf({ id, at })));
  }

  /** The mail was sent, or there is nothing to send any more. */
  async settle(mailId: string, at: Date, preview: MailPreview['preview'] | null = null): Promise<void> {
    await this.database.query('update mails set sent_at = $2, claimed_until = null, preview = $3 where mail_id = $1', [
      mailId,
      at,
      preview,
    ]);
  }

  async retryLater({ mail_id, attempts }: ClaimedMail, at: Date): Promise<void> {
    const dueAt = new Date(at.getTime() + retryAfterMs(attempts));
    await this.database.query('update mails set due_at = $2, claimed_until = null where mail_id = $1', [
      mail_id,
      dueAt,
    ]);
  }

  async deleteOld(at: Date): Promise<void> {
    const before = new Date(at.getTime() - STORED_MS);
    await this.database.query('delete from mailed_notifications where at < $1', [before]);
    await this.database.query('delete from mails where created_at < $1', [before]);
  }

  /** The newest mails that would have been sent. */
  async mailbox(): Promise<readonly MailPreview[]> {
    return await this.database.query<MailPreview[]>(
      `select m.mail_id as id, m.person_id as "personId", m.sent_at as at, m.preview from mails m
       where m.preview is not null order by m.sent_at desc limit ${MAILBOX_READS}`,
    );
  }
}

/** What happens again has the same id and another time. */
export function keyOf({ id, at }: Contained): string {
  return `${id} ${at.toISOString()}`;
}
