import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accesses that access codes have granted. */
export class Accesses0012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table accesses (
        stream_id text primary key, publisher_id text not null, plugin_id text not null, code_id text not null,
        at text not null, ended_at text)`);
    await runner.query('create index accesses_of_plugin on accesses (plugin_id, stream_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table accesses');
  }
}
