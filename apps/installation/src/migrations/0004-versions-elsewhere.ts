import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The update to a version that runs elsewhere, while it is in flight, and the last one that failed. */
export class VersionsElsewhere0004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations add column moving_version json, add column failed_version json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column moving_version, drop column failed_version');
  }
}
