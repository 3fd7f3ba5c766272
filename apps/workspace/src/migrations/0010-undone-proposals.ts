import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the change of a proposal was taken back, so that lists say so. Undos from before are in the audit. */
export class UndoneProposals0010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table proposals add column undone_at timestamptz;
      update proposals p set undone_at = e.at from audit_entries e
        where e.organisation_id = p.organisation_id and e.action = 'proposal.undone' and e.subject_id = p.stream_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table proposals drop column undone_at');
  }
}
