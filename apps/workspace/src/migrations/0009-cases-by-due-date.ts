/** Index for the list of the cases of a status by the day on which they are due. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CasesByDueDate0009 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'cases_by_due_date',
      `on cases (organisation_id, status, (coalesce(fields->>'due_on', '~') collate "C"), stream_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index cases_by_due_date');
  }
}
