import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the proposals of a plugin in every status. */
export class ProposalsByPluginAndTime0005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'proposals_by_plugin_and_time',
      'on proposals (organisation_id, plugin_id, stream_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index proposals_by_plugin_and_time');
  }
}
