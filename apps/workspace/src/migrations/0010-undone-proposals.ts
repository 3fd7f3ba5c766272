import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the change of a proposal was taken back, so that lists say so. Undos from before are in the audit. */
export class UndoneProposals0010 implements MigrationInterface {
  /** The audit is read without the lock that the new column needs. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table proposals add column if not exists undone_at timestamptz');
    await runner.query(`
      update proposals p set undone_at = e.at from audit_entries e
        where e.organisation_id = p.organisation_id and e.action = 'proposal.undone' and e.subject_id = p.stream_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table proposals drop column undone_at');
  }
}
