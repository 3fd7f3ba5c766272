import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePurses implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table purses (stream_id text primary key, coins bigint not null, version bigint not null)',
    );
    await runner.query(`create table movements (id bigint generated always as identity primary key, purse text not null,
      coins bigint not null check (coins <= 1000000), at timestamptz not null, detail jsonb not null)`);
    await runner.query('create table months (month text primary key, put bigint not null, taken bigint not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table purses, movements, months');
  }
}
