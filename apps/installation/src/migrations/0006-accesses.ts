import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The accesses of organisations to plugins, and which listings come from the hub: of the private ones, only those need
 * access. A listing is of the hub if it has accepted a manifest of the hub, which no development release replaces.
 */
export class Accesses0006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accesses (stream_id text primary key, access_id text not null unique, status text not null)`);
    // What an older process writes during the upgrade is treated as a release of the hub.
    await runner.query(`alter table listings add column source text not null default 'hub'`);
    await runner.query(`
      update listings l set source = 'development'
        where not exists (select from release_manifests m
          where m.plugin_id = l.plugin_id and m.version = l.version and m.source = 'hub')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table listings drop column source');
    await runner.query('drop table accesses');
  }
}
