/** Creates the table of deprecated plugins. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Deprecations0008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table deprecations (stream_id text primary key, deprecation json not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deprecations');
  }
}
