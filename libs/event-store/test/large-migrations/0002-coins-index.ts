import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, repeatUntilDone } from '../../src/schema/large-tables.js';

/** An index and a backfill of a table that may be large. */
export class CoinsIndex implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'coins_by_year', 'on coins (year)');
    await repeatUntilDone(
      runner,
      `update coins set is_old = year < 50
        where id in (select id from coins where is_old is null limit 1000) returning 1`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index coins_by_year');
  }
}
