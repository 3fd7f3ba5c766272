/** Index for the queue of a requested tier. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QueueByTier0002 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'reviews_queue_by_tier',
      'on reviews (requested_tier, submitted_at, stream_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_queue_by_tier');
  }
}
