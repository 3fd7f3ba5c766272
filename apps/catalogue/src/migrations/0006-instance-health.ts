/** When statements were issued and answered, from which the health of an instance follows. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InstanceHealth0006 implements MigrationInterface {
  readonly name = 'InstanceHealth1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table evaluations
        add column answered_sequence int not null default 0, add column evaluated_at timestamptz not null default now();
      create index evaluations_by_instance on evaluations (instance_id, evaluated_at);
      alter table issued_statements
        add column plugin_api text not null default '', add column issued_at timestamptz not null default now();
      create index issued_statements_newest on issued_statements (issued_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table evaluations drop column answered_sequence, drop column evaluated_at;
      alter table issued_statements drop column plugin_api, drop column issued_at`);
  }
}
