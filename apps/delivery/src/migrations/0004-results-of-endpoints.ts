/**
 * Indexes for the newest success and the newest failure of an endpoint: with the index of 0001, which is in the order
 * of time alone, an endpoint that never failed had all its attempts read.
 */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResultsOfEndpoints0004 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'delivery_attempts_by_result',
      'on delivery_attempts (installation_id, channel, (error is not null), started_at)',
    );
    await createIndexConcurrently(
      runner,
      'tool_calls_by_result',
      'on tool_calls (installation_id, (error is not null), called_at)',
    );
    await runner.query('drop index if exists delivery_attempts_of_endpoint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'delivery_attempts_of_endpoint',
      'on delivery_attempts (installation_id, channel, started_at)',
    );
    await runner.query('drop index delivery_attempts_by_result, tool_calls_by_result');
  }
}
