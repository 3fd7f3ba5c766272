import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When people were last notified that a plugin fails or is silent. */
export class ReportedHealth0008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints add column health_reported_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints drop column health_reported_at');
  }
}
