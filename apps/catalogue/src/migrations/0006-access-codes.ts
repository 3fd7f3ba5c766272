import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The access codes of private plugins. */
export class AccessCodes0006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table access_codes (
        stream_id text primary key, publisher_id text not null, plugin_id text not null, hash text not null unique,
        resource json not null)`);
    await runner.query('create index access_codes_of_plugin on access_codes (plugin_id, stream_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table access_codes');
  }
}
