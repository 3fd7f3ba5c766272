/** The token that was renewed, while it goes on. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RenewedToken0003 implements MigrationInterface {
  readonly name = 'RenewedToken1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table installations add column previous_token_hash text, add column previous_token_until timestamptz;
      create unique index installations_by_previous_token on installations (previous_token_hash) where previous_token_hash is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column previous_token_hash, drop column previous_token_until');
  }
}
