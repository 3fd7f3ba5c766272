import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Also records the timeouts under which migrations run. */
export class Coins implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table coins (id integer primary key, year integer not null, is_old boolean)');
    await runner.query('insert into coins select n, n % 100 from generate_series(1, 5000) n');
    await runner.query(`create table timeouts as
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table coins, timeouts');
  }
}
