/** Indexes for the look, each minute, at the plugins that fail and those that poll: most do neither. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnhealthyEndpoints0009 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'endpoint_circuits_failing',
      `on endpoint_circuits (installation_id) where state in ('open', 'stopped')`,
    );
    await createIndexConcurrently(runner, 'endpoints_polling', 'on endpoints (stream_id) where polls');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index endpoint_circuits_failing, endpoints_polling');
  }
}
