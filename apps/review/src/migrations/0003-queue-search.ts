/** What the search of the review queue finds, and an order for the newest first. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QueueSearch0003 implements MigrationInterface {
  readonly name = 'QueueSearch1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reviews add column terms tsvector not null default '';
      create index reviews_by_terms on reviews using gin (terms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop column terms');
  }
}
