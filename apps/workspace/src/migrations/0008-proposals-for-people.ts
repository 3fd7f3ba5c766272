/** What people see of a proposal: the values when it was made, and who settled it. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProposalsForPeople0008 implements MigrationInterface {
  readonly name = 'ProposalsForPeople1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table proposals add column base_values json not null default '{}', add column settler_id text;
      create index proposals_by_record on proposals (organisation_id, record_id, stream_id) where record_id is not null;
      create index proposals_by_plugin on proposals (organisation_id, plugin_id, status, stream_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index proposals_by_record, proposals_by_plugin;
      alter table proposals drop column base_values, drop column settler_id`);
  }
}
