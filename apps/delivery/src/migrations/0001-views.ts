/** Tables of the delivery service's views. The log has its own migration. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  readonly name = 'Views1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table endpoints (
        stream_id text primary key, organisation_id text not null, plugin_id text not null, base_url text, secrets jsonb not null,
        availability text not null, callable boolean not null, equipped boolean not null, awaiting_answer boolean not null, removed boolean not null);
      create table feed_events (
        event_id text primary key, installation_id text not null, sequence bigint not null, type text not null, order_key text not null,
        created_at timestamptz not null, body text not null);
      create unique index feed_events_in_order on feed_events (installation_id, sequence);
      create index feed_events_by_age on feed_events using brin (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table endpoints, feed_events');
  }
}
