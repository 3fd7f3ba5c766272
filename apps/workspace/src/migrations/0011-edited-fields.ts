import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fields of a proposal of which its plugin had not read the value, so that lists call it stale. */
export class EditedFields0011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table proposals add column if not exists edited_fields text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table proposals drop column edited_fields');
  }
}
