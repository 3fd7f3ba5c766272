import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each page of a usage report looks up whether another instance has reported its aliases. */
export class IndexUsageByAlias0005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'installation_usage_alias', 'on installation_usage (alias, instance_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index installation_usage_alias');
  }
}
