import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far this service has read in feeds of other places: one row per feed. */
export class CreateFeeds1763600000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table log_feeds (
      feed text primary key,
      sequence bigint not null,
      event_id text not null,
      at timestamptz not null default clock_timestamp()
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table log_feeds');
  }
}
