import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when an admin can read the credentials of a plugin that polls. No earlier installation polls. */
export class ReadableCredentials0005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations add column credentials_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column credentials_until');
  }
}
