/** Indexes for the cases and proposals of a status, and for the calendar from a time on. */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListsByStatusAndTime0002 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'cases_by_status', 'on cases (organisation_id, status, stream_id)');
    await createIndexConcurrently(
      runner,
      'proposals_by_installation_and_status',
      'on proposals (installation_id, status, stream_id)',
    );
    await createIndexConcurrently(
      runner,
      'calendar_events_of_months',
      `on calendar_events (organisation_id, ends_at, starts_at) where ends_at - starts_at > interval '31 days'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index cases_by_status, proposals_by_installation_and_status, calendar_events_of_months');
  }
}
