import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What reviewers and publishers say about a release. */
export class ReleaseComments0015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table release_comments (
         release_key text not null, number int not null, place int not null, comment json not null,
         primary key (release_key, number, place))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table release_comments');
  }
}
