/** The last reports of usage of each instance. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Usage0003 implements MigrationInterface {
  readonly name = 'Usage1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_reports (stream_id text primary key, publisher_id text not null, month text not null, instance_id text not null);
      create index usage_reports_of_publisher on usage_reports (publisher_id, month)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table usage_reports');
  }
}
