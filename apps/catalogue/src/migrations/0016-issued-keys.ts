/** Index of the keys that the operator issued: CI jobs exchange many more, which lists and notifications leave out. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IssuedKeys0016 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'keys_issued', 'on keys (publisher_id, created_at) where trust_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index keys_issued');
  }
}
