/** Lists are read plugin by plugin, and only where something has changed since. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Listing0006 implements MigrationInterface {
  readonly name = 'Listing1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plugin_changes (plugin_id text primary key, changes bigint not null, changed_at timestamptz not null) with (fillfactor = 50);
      create index submissions_by_plugin on submissions (plugin_id, position desc);
      drop index submissions_by_publisher`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index submissions_by_publisher on submissions (publisher_id, position desc); drop index submissions_by_plugin; drop table plugin_changes',
    );
  }
}
