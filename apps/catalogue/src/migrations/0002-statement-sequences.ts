import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sequence of a status statement is a time in epoch milliseconds, which `int` cannot store. */
export class WidenStatementSequences implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table evaluations alter column accepted_sequence type bigint, alter column answered_sequence type bigint',
    );
    await runner.query('alter table issued_statements alter column sequence type bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table evaluations alter column accepted_sequence type int, alter column answered_sequence type int',
    );
    await runner.query('alter table issued_statements alter column sequence type int');
  }
}
