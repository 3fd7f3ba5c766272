import type { MigrationInterface, QueryRunner } from 'typeorm';
import { positionsPerRound } from './deciding.js';

/**
 * The tables of the log. They carry the prefix `log_`, so that a service may call a view `events` or `streams`.
 *
 * `log_streams` holds one row per stream: its version, the transaction that wrote it last and the folded state. Text
 * ids are collated "C": the order in which rows are locked must be the same everywhere.
 * `log_events` is only ever inserted into. Readers follow `(xid, position)`; see `relay.ts` for why.
 */
export class CreateLog1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence log_position increment by ${positionsPerRound}`);
    await runner.query(`create table log_streams (
      stream_id text collate "C" primary key,
      version bigint not null check (version > 0),
      prev_version bigint not null,
      last_xid xid8 not null,
      state_version integer not null,
      state json not null
    ) with (fillfactor = 50)`);
    await runner.query(`create table log_events (
      xid xid8 not null default pg_current_xact_id(),
      position bigint not null,
      stream_id text collate "C" not null,
      version bigint not null,
      event_id uuid not null,
      type text not null,
      data json not null,
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
      constraint log_idempotency_once primary key (scope, key)
    )`);
    await runner.query(`create table log_relay (
      service text primary key,
      xid xid8 not null,
      position bigint not null,
      sequence bigint not null,
      at timestamptz not null default clock_timestamp()
    )`);
    await runner.query(`create function log_expect(holds boolean) returns void language plpgsql as $$
      begin
        if not holds then raise exception 'a stream has moved' using errcode = 'serialization_failure'; end if;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function log_expect(boolean)');
    await runner.query('drop table log_relay, log_idempotency, log_events, log_streams');
    await runner.query('drop sequence log_position');
  }
}
