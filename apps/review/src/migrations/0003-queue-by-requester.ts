/** Index for the releases that answer the changes that a reviewer requested. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QueueByRequester0003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'reviews_queue_by_requester',
      `on reviews ((item -> 'replaces' ->> 'requested_by'), submitted_at, stream_id)
        where item -> 'replaces' ->> 'requested_by' is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index reviews_queue_by_requester');
  }
}
