import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Audit0004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditEntriesTable);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_entries');
  }
}
