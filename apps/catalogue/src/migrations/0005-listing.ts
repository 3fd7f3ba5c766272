/** Lists are read plugin by plugin, and only where something has changed since. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Listing0005 implements MigrationInterface {
  readonly name = 'Listing1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plugin_changes (plugin_id text primary key, changes bigint not null, changed_at timestamptz not null) with (fillfactor = 50);
      create index submissions_by_plugin on submissions (plugin_id, position desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index submissions_by_plugin; drop table plugin_changes');
  }
}
