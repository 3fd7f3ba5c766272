/** The keys of the accounts that instances have on the hub's NATS. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Links0005 implements MigrationInterface {
  readonly name = 'Links1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances add column link json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances drop column link');
  }
}
