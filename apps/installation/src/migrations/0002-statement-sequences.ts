import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sequence of a status statement is a time in epoch milliseconds, which `int` cannot store. */
export class WidenStatementSequences implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table release_manifests alter column sequence type bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table release_manifests alter column sequence type int');
  }
}
