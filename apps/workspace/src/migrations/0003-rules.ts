/** The rule that applied a proposal, and the indexes of the lists of proposals. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Rules0003 implements MigrationInterface {
  readonly name = 'Rules1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table proposals add column rule_id text;
      create index proposals_by_time on proposals (organisation_id, stream_id);
      create index proposals_by_assignee on proposals (organisation_id, assignee_id, stream_id) where assignee_id is not null;
      create index proposals_by_assignee_and_status on proposals (organisation_id, assignee_id, status, stream_id) where assignee_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index proposals_by_time, proposals_by_assignee, proposals_by_assignee_and_status;
      alter table proposals drop column rule_id`);
  }
}
