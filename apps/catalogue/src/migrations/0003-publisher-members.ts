/** The people of publishers. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PublisherMembers0003 implements MigrationInterface {
  readonly name = 'PublisherMembers1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publisher_members (
        stream_id text primary key, publisher_id text not null, subject text not null, name text not null,
        added_at timestamptz not null);
      create index publisher_members_by_publisher on publisher_members (publisher_id, stream_id);
      create index publisher_members_by_subject on publisher_members (subject)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publisher_members');
  }
}
