import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Updates to versions that run elsewhere: few at a time. */
export class Moves0005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table endpoints add column if not exists move jsonb, add column if not exists move_version text, add column if not exists move_ends_at timestamptz',
    );
    await createIndexConcurrently(
      runner,
      'endpoints_by_end_of_move',
      'on endpoints (move_ends_at) where move_ends_at is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints drop column move, drop column move_version, drop column move_ends_at');
  }
}
