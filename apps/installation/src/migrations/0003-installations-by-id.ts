/**
 * Indexes for the lists of an organisation: in the order of ids, and by plugin. The index of 0001, in the order of
 * time, made each page sort all installations.
 */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InstallationsById0003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'installations_of_organisation',
      'on installations (organisation_id, stream_id)',
    );
    await createIndexConcurrently(
      runner,
      'installations_of_organisation_by_plugin',
      'on installations (organisation_id, plugin_id)',
    );
    await runner.query('drop index if exists installations_by_organisation');
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'installations_by_organisation',
      'on installations (organisation_id, created_at, stream_id)',
    );
    await runner.query('drop index installations_of_organisation, installations_of_organisation_by_plugin');
  }
}
