/** Index of the releases in the order of their last change. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChangedReleases0018 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'release_statuses_changed',
      `on release_statuses ((summary ->> 'updated_at'), stream_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index release_statuses_changed');
  }
}
