/** The terms by which the text search of the plugin store finds a release. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StoreSearch0004 implements MigrationInterface {
  readonly name = 'StoreSearch1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table release_manifests add column terms tsvector not null default ''::tsvector;
      create index release_manifests_terms on release_manifests using gin (terms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index release_manifests_terms; alter table release_manifests drop column terms');
  }
}
