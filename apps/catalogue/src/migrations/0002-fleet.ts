/** What the instances say of releases, and the keys by which they sign their calls to plugins. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Fleet0002 implements MigrationInterface {
  readonly name = 'Fleet1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table judgements (
        stream_id text primary key, instance_id text not null, release_key text not null, followed_sequence int not null, problems json,
        unique (release_key, instance_id));
      create table announcements (release_key text not null, sequence int not null, primary key (release_key, sequence));
      alter table instances add column public_key json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table judgements, announcements; alter table instances drop column public_key');
  }
}
