/** The closed statements of publishers and their lines. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsageStatements0007 implements MigrationInterface {
  readonly name = 'UsageStatements1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_statements (
        publisher_id text not null, month text not null, summary json not null, envelope json not null,
        primary key (publisher_id, month));
      create table usage_statement_lines (
        publisher_id text not null, month text not null, number int not null, usage_month text not null,
        plugin_id text not null, alias text not null, instance_id text not null, bytes int not null, line text not null,
        primary key (publisher_id, month, number));
      create index usage_statement_lines_of_usage
        on usage_statement_lines (publisher_id, usage_month, plugin_id, alias, instance_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table usage_statement_lines; drop table usage_statements');
  }
}
