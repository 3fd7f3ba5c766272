/**
 * Counts of the calls of each release. `stored_by` gives stored calls and attempts the order of their commits, in which
 * `release/count-calls` counts each of them once; those that were stored before this migration have no version and
 * are not counted.
 */
import { createIndexConcurrently } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReleaseCounts0007 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['tool_calls', 'delivery_attempts']) {
      // In two steps: a column that is added with this default would have the whole table written again.
      await runner.query(
        `alter table ${table} add column if not exists version text, add column if not exists stored_by xid8`,
      );
      await runner.query(`alter table ${table} alter column stored_by set default pg_current_xact_id()`);
    }
    await createIndexConcurrently(runner, 'tool_calls_to_count', 'on tool_calls (stored_by) where version is not null');
    await createIndexConcurrently(
      runner,
      'delivery_attempts_to_count',
      `on delivery_attempts (stored_by) where version is not null and channel = 'event'`,
    );
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table release_counts, release_installations, count_progress');
    for (const table of ['tool_calls', 'delivery_attempts'])
      await runner.query(`alter table ${table} drop column version, drop column stored_by`);
  }
}

const TABLES = `
create table if not exists release_counts (
  plugin_id text not null, version text not null, minute timestamptz not null, kind text not null,
  slot smallint not null, calls bigint not null, failed bigint not null,
  primary key (plugin_id, version, minute, kind, slot)) with (fillfactor = 70);
create index if not exists release_counts_by_age on release_counts (minute);
create table if not exists release_installations (
  plugin_id text not null, version text not null, installation_id text not null, last_at timestamptz not null,
  primary key (plugin_id, version, installation_id));
create index if not exists release_installations_by_age on release_installations (last_at);
create table if not exists count_progress (
  id boolean primary key default true check (id), counted_to xid8 not null, as_of timestamptz not null);
insert into count_progress (counted_to, as_of) values (pg_current_xact_id(), now()) on conflict do nothing`;
