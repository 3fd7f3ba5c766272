/** Where the audit of entries stands. The row has no position until the first pass. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EntryAudit0005 implements MigrationInterface {
  readonly name = 'EntryAudit1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table entry_audit (
        id int primary key check (id = 1), installation_id text, position json, started_at timestamptz,
        claimed_by text, claimed_until timestamptz);
      insert into entry_audit (id) values (1)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table entry_audit');
  }
}
