/** Creates the tables of the review service. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reviews (
        stream_id text primary key, status text not null, requested_tier text not null,
        submitted_at timestamptz not null, taken_by text, item json not null, terms tsvector not null);
      create index reviews_queue on reviews (submitted_at, stream_id);
      create index reviews_queue_by_status on reviews (status, submitted_at, stream_id);
      create index reviews_queue_by_holder on reviews (taken_by, submitted_at, stream_id) where taken_by is not null;
      create index reviews_by_terms on reviews using gin (terms)`);
    await runner.query(auditEntriesTable);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reviews, audit_entries');
  }
}
