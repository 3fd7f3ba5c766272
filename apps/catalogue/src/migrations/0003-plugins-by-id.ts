/** Index for the plugins of a publisher in the order of ids, so that a page reads no more of them than it has. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PluginsById0003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'plugins_of_publisher', 'on plugins (publisher_id, stream_id)');
    await runner.query('drop index if exists plugins_by_publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'plugins_by_publisher', 'on plugins (publisher_id)');
    await runner.query('drop index plugins_of_publisher');
  }
}
