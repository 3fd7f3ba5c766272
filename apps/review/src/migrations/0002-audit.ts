/** The entries of the audit. */
import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Audit0002 implements MigrationInterface {
  readonly name = 'Audit1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditEntriesTable);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_entries');
  }
}
