/**
 * Plugins that poll their events. `event_polls` has the last poll of each, and the sequence number up to which it has
 * read; like the queue it is changed in place, and a rebuild leaves it alone.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Polling0006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table endpoints add column polls boolean not null default false, add column tools_url text,
        add column pollable_since timestamptz;
      create table event_polls (
        installation_id text primary key, polled_at timestamptz not null, read_to bigint not null)
        with (fillfactor = 50)`);
    // A plugin that polls has no address of its own while a version that gets pushes waits for its credentials.
    await runner.query(`
      do $$ begin execute replace(pg_get_functiondef('change_queues'::regproc), 'or e.base_url is null or',
        'or case c.channel when ''event'' then e.base_url else coalesce(e.base_url, e.move->>''base_url'') end is null or');
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table event_polls;
      alter table endpoints drop column polls, drop column tools_url, drop column pollable_since`);
  }
}
