import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeniedByVersion0005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The second table is changed in place; a rebuild does not touch it. Port 0: without a port.
    await runner.query(`
      alter table containers add column plugin_id text not null default '';
      create table denied_by_version (
        plugin_id text not null, version text not null, protocol text not null, host text not null,
        port integer not null, count bigint not null, last_on date not null,
        primary key (plugin_id, version, protocol, host, port))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table denied_by_version; alter table containers drop column plugin_id');
  }
}
