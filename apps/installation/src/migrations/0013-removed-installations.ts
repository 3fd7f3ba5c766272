/** Finds the removed installations of a release, which the hub counts while it is rolled out. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RemovedInstallations0013 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'installations_removed',
      `on installations (plugin_id, version, updated_at) where status = 'removed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index installations_removed');
  }
}
