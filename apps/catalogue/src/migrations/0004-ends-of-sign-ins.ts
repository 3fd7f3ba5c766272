import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a sign-in was ended. Rows of the first release have null: what reads the column then wrote no row. */
export class EndsOfSignIns0004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table person_sessions add column ended_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table person_sessions drop column ended_at');
  }
}
