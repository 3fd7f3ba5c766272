import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key that was exchanged names its trust, whose end is the end of the key. */
export class Trusts0007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table trusts (
         stream_id text primary key, publisher_id text not null, created_at timestamptz not null,
         resource json not null)`,
    );
    await runner.query('create index trusts_by_publisher on trusts (publisher_id)');
    await runner.query('alter table keys add column trust_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keys drop column trust_id');
    await runner.query('drop table trusts');
  }
}
