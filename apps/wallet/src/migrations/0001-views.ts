/** Tables of the wallet's views. The event log has a separate migration. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  readonly name = 'Views1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table open_holds (
        stream_id text primary key, installation_id text not null, expires_at timestamptz not null,
        claimed_until timestamptz);
      create index open_holds_by_expiry on open_holds (expires_at);
      create index open_holds_by_installation on open_holds (installation_id);
      create table service_usage (
        installation_id text not null, month text not null, service text not null, count bigint not null, micro_mu bigint not null,
        primary key (installation_id, month, service)) with (fillfactor = 50);
      create table monthly_totals (
        installation_id text not null, month text not null, purchased bigint not null, gifted bigint not null, consumed bigint not null,
        primary key (installation_id, month)) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table open_holds, service_usage, monthly_totals');
  }
}
