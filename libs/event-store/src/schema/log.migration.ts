import type { MigrationInterface, QueryRunner } from 'typeorm';
import { positionsPerBatch } from '../loop/decide-batch.js';

/**
 * The tables of the log. Their prefix `log_` leaves names such as `events` and `streams` to the views of a service.
 *
 * `log_format` has one row: the format of the log (`log-format.ts`).
 * `log_streams` has one row per stream: its version, the transaction that last wrote it and the folded state. Text
 * ids have the collation "C", because rows must be locked in the same order on every installation.
 * `log_events` is append-only. Readers follow the order of `(xid, position)`; `relay.ts` explains why. Its `data_bytes`
 * lets them bound what they read without reading it: PostgreSQL stores large data apart from the row.
 * `log_idempotency` has the replies of commands with a key; the rows that expire are pruned (`maintenance.ts`).
 * `log_snapshots` has folded states of other state versions: `state-folder.ts`.
 * `log_parked` has the facts that the relay could not publish.
 * `consumer_checkpoints` has one row per stream of another installation that the service reads.
 */
export class CreateLog1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table log_format (id integer primary key check (id = 1), format integer not null)');
    await runner.query('insert into log_format (id, format) values (1, 1)');
    await runner.query(`create sequence log_position increment by ${positionsPerBatch}`);
    await runner.query(`create table log_streams (
      stream_id text collate "C" primary key,
      version bigint not null check (version > 0),
      prev_version bigint not null,
      last_xid xid8 not null,
      state_version integer not null,
      state json not null
    ) with (fillfactor = 50)`);
    await runner.query(`create table log_snapshots (
      stream_id text collate "C" not null,
      state_version integer not null,
      version bigint not null,
      state json not null,
      at timestamptz not null default clock_timestamp(),
      primary key (stream_id, state_version)
    )`);
    await runner.query('create index log_snapshots_by_age on log_snapshots (at)');
    await runner.query(`create table log_events (
      xid xid8 not null default pg_current_xact_id(),
      position bigint not null,
      stream_id text collate "C" not null,
      version bigint not null,
      event_id uuid not null,
      type text not null,
      data json not null,
      data_bytes integer not null generated always as (octet_length(data::text)) stored,
      meta json not null,
      at timestamptz not null,
      primary key (stream_id, version)
    )`);
    await runner.query('create index log_events_order on log_events (xid, position)');
    await runner.query(`create table log_idempotency (
      scope text collate "C" not null,
      key text collate "C" not null,
      input_hash text not null,
      reply json not null,
      at timestamptz not null,
      expires boolean not null default true,
      primary key (scope, key)
    )`);
    await runner.query('create index log_idempotency_expiring on log_idempotency (at) where expires');
    await createRelayTables(runner);
    await runner.query(`create table consumer_checkpoints (
      consumer text primary key,
      sequence bigint not null,
      event_id text not null,
      at timestamptz not null default clock_timestamp()
    )`);
    await runner.query(`create function log_expect(holds boolean) returns void language plpgsql as $$
      begin
        if not holds then raise exception 'version conflict on a stream' using errcode = 'serialization_failure'; end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function log_expect(boolean)');
    await runner.query(`drop table log_format, consumer_checkpoints, log_parked, log_relay, log_idempotency, log_events,
      log_snapshots, log_streams`);
    await runner.query('drop sequence log_position');
  }
}

async function createRelayTables(runner: QueryRunner): Promise<void> {
  await runner.query(`create table log_relay (
    service text primary key,
    xid xid8 not null,
    position bigint not null,
    sequence bigint not null,
    at timestamptz not null default clock_timestamp()
  )`);
  await runner.query(`create table log_parked (
    event_id uuid primary key,
    xid xid8 not null,
    position bigint not null,
    stream_id text collate "C" not null,
    version bigint not null,
    type text not null,
    reason text not null,
    attempts integer not null default 1,
    parked_at timestamptz not null default clock_timestamp(),
    replay_requested_at timestamptz
  )`);
  await runner.query(`create index log_parked_replays on log_parked (xid, position)
    where replay_requested_at is not null`);
}
