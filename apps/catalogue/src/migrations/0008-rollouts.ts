import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rollouts of releases, and the stages that publishers submit; null in a submission without them. */
export class Rollouts0008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table rollouts (
         stream_id text primary key, plugin_id text not null, version text not null, state text not null,
         started_at timestamptz not null, next_at timestamptz, resource json not null)`,
    );
    await runner.query(`create index rollouts_to_advance on rollouts (stream_id) where state in ('running', 'halted')`);
    await runner.query('alter table submissions add column rollout json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions drop column rollout');
    await runner.query('drop table rollouts');
  }
}
