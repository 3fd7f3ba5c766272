/** Where a listed release comes from. Rows of versions without the column are those of releases without provenance. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Provenance0011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table release_manifests add column provenance json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table release_manifests drop column provenance');
  }
}
