/** Creates the table of suspended releases, and gives the endpoints the version by which a claim finds theirs. */
import { repeatUntilDone } from '@kushk/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SuspendedReleases0003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table if not exists suspended_releases (stream_id text primary key)');
    await runner.query('alter table endpoints add column if not exists version text');
    await repeatUntilDone(runner, FILL_VERSIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table suspended_releases');
    await runner.query('alter table endpoints drop column version');
  }
}

const FILL_VERSIONS = `
update endpoints e set version = s.state->>'version'
from log_streams s where s.stream_id = 'endpoint-' || e.stream_id and e.stream_id in (
  select e.stream_id from endpoints e join log_streams s on s.stream_id = 'endpoint-' || e.stream_id
  where e.version is null and s.state->>'version' is not null limit 5000)
returning 1`;
