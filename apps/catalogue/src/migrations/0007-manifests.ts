/** A manifest stands in the fact of its submission, and not beside it once more. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Manifests0007 implements MigrationInterface {
  readonly name = 'Manifests1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions drop column manifest');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions add column manifest json not null default 'null'`);
  }
}
