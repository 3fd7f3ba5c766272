/** The queue of the reviewers' desk. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  readonly name = 'Views1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reviews (
        stream_id text primary key, plugin_id text not null, version text not null, status text not null,
        requested_tier text not null, submitted_at timestamptz not null, taken_by text);
      create index reviews_queue on reviews (submitted_at, stream_id);
      create index reviews_queue_by_status on reviews (status, submitted_at, stream_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reviews');
  }
}
