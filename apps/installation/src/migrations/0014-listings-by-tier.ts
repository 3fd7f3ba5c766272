/** Index for the store's list of the plugins of one tier: a rare tier would otherwise read all listings. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListingsByTier0014 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'listings_by_tier', `on listings (tier, plugin_id) where status = 'listed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index listings_by_tier');
  }
}
