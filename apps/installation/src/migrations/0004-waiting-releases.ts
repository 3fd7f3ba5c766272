/** The releases that wait for what this instance lacked when it judged them. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WaitingReleases0004 implements MigrationInterface {
  readonly name = 'WaitingReleases1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table waiting_releases (stream_id text primary key, plugin_id text not null, version text not null, plugin_api text not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table waiting_releases');
  }
}
