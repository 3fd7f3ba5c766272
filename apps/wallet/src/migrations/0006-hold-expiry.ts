/**
 * Wallets whose expired holds a process has claimed: one row per wallet in place of an update per hold. The holds of a
 * wallet are found by their expiry.
 */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HoldExpiry0006 implements MigrationInterface {
  readonly name = 'HoldExpiry1700000000006';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists hold_expiry_claims (
        installation_id text primary key, claimed_by text not null, claimed_until timestamptz not null)`);
    await createIndexConcurrently(
      runner,
      'open_holds_by_wallet_and_expiry',
      'on open_holds (installation_id, expires_at)',
    );
    await runner.query('drop index if exists open_holds_by_installation');
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'open_holds_by_installation', 'on open_holds (installation_id)');
    await runner.query('drop index if exists open_holds_by_wallet_and_expiry');
    await runner.query('drop table if exists hold_expiry_claims');
  }
}
