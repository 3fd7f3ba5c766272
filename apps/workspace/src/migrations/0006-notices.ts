import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of the admins of organisations about their installations. */
export class Notices0006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notices (
        stream_id text collate "C" primary key, notice_id text not null, organisation_id text not null,
        installation_id text not null, plugin_id text not null, kind text not null, details json not null,
        at timestamptz not null);
      create index notices_by_organisation on notices (organisation_id, at, stream_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notices');
  }
}
