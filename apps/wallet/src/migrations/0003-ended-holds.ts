/** The queue of ended holds whose states are removed later. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EndedHolds0003 implements MigrationInterface {
  readonly name = 'EndedHolds1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ended_holds (
        id bigint generated always as identity primary key, stream_id text not null, ended_at timestamptz not null);
      create index ended_holds_by_age on ended_holds (ended_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ended_holds');
  }
}
