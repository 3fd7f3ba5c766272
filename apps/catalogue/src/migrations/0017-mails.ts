import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications by e-mail. */
export class Mails0017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mail_subscribers (stream_id text collate "C" primary key, reader json not null,
        preferences json not null, since json not null);
      create table mail_addresses (issuer text not null, subject text not null, sealed text not null,
        primary key (subject, issuer));
      create table mails (
        mail_id text primary key, person_id text not null, way text not null, created_at timestamptz not null,
        due_at timestamptz not null, attempts integer not null, claimed_until timestamptz, sent_at timestamptz,
        preview json);
      create index mails_due on mails (due_at) where sent_at is null;
      create index mails_by_person on mails (person_id, created_at);
      create table mailed_notifications (
        person_id text not null, notification_id text not null, at timestamptz not null, mail_id text not null,
        primary key (person_id, notification_id, at));
      create index mailed_notifications_by_mail on mailed_notifications (mail_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mail_subscribers, mail_addresses, mails, mailed_notifications');
  }
}
