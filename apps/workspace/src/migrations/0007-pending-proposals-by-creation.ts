import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the pending proposals that are older than a day: most are younger where many are decided. */
export class PendingProposalsByCreation0007 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'pending_proposals_by_creation',
      "on proposals (organisation_id, created_at) where status = 'pending'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pending_proposals_by_creation');
  }
}
