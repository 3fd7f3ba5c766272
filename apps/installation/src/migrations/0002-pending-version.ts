/** The version of its plugin that an installation waits to be allowed. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PendingVersion0002 implements MigrationInterface {
  readonly name = 'PendingVersion1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations add column pending json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column pending');
  }
}
