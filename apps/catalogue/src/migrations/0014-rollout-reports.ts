import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What instances report about rollouts, and from when on it counts; null for a rollout that was started before. */
export class RolloutReports0014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rollouts add column counted_from timestamptz');
    await runner.query(
      `create table rollout_reports (
         release_key text not null, instance_id text not null, since timestamptz not null, as_of timestamptz not null,
         counts json not null, before json, is_lower boolean not null, primary key (release_key, instance_id))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rollout_reports');
    await runner.query('alter table rollouts drop column counted_from');
  }
}
