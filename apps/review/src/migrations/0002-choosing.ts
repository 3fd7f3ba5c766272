/** What a reviewer chooses by: whose release it is, of which kind, and how far it goes beyond the version before. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Choosing0002 implements MigrationInterface {
  readonly name = 'Choosing1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reviews add column publisher_id text not null default '', add column kind text not null default 'external', add column diff_class text;
      create index reviews_queue_by_holder on reviews (taken_by, submitted_at, stream_id) where taken_by is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index reviews_queue_by_holder; alter table reviews drop column publisher_id, drop column kind, drop column diff_class',
    );
  }
}
