/** Where a release comes from. Rows of versions without the column are those of releases without provenance. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Provenance0010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions add column provenance json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions drop column provenance');
  }
}
