/** MU that were given back or taken back, in the usage of installations. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsageCorrections0008 implements MigrationInterface {
  readonly name = 'UsageCorrections1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table installation_usage
        add column reversed_micro_mu bigint not null default 0, add column revoked_micro_mu bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation_usage drop column reversed_micro_mu, drop column revoked_micro_mu');
  }
}
