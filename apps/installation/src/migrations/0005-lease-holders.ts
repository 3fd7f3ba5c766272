/** The gateway processes that may hold leases. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LeaseHolders0005 implements MigrationInterface {
  readonly name = 'LeaseHolders1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create sequence lease_holder_generations;
      create table lease_holders (
        id text primary key, generation bigint not null, is_retired boolean not null default false)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table lease_holders; drop sequence lease_holder_generations');
  }
}
