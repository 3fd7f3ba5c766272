import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far releases are rolled out, by the statements of the hub. */
export class Rollouts0009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table rollouts (stream_id text primary key, state text not null, percent double precision not null)',
    );
    await runner.query('alter table listings add column paced boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table listings drop column paced');
    await runner.query('drop table rollouts');
  }
}
