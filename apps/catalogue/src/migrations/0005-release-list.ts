/** The columns by which the operator's staff filter and search releases. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReleaseList0005 implements MigrationInterface {
  readonly name = 'ReleaseList1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table release_statuses
        add column status text not null default '', add column publisher_id text not null default '',
        add column plugin_id text not null default '', add column submitted_at timestamptz not null default now(),
        add column taken_by json, add column terms tsvector not null default '';
      create index release_statuses_newest on release_statuses (submitted_at, stream_id);
      create index release_statuses_by_status on release_statuses (status, submitted_at, stream_id);
      create index release_statuses_by_publisher on release_statuses (publisher_id, submitted_at, stream_id);
      create index release_statuses_by_plugin on release_statuses (plugin_id, submitted_at, stream_id);
      create index release_statuses_by_terms on release_statuses using gin (terms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table release_statuses
        drop column status, drop column publisher_id, drop column plugin_id, drop column submitted_at,
        drop column taken_by, drop column terms`);
  }
}
