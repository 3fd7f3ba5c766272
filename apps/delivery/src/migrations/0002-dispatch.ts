/**
 * Tables that the courier works on: they change in place and are not made anew from the log.
 *
 * `outgoing_calls`: what is still to be sent. A claim changes only columns without an index, so that Postgres can
 * keep the row where it is (HOT); hence the fill factor. Delivered calls leave; dead letters stay, out of the indexes.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Dispatch0002 implements MigrationInterface {
  readonly name = 'Dispatch1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outgoing_calls (
        call_id text primary key, channel text not null, installation_id text not null, order_key text not null, sequence bigint not null,
        kind text not null, sealed_body text, traceparent text, created_at timestamptz not null, due_at timestamptz not null,
        attempt integer not null default 0, spent integer not null default 0,
        leased_until timestamptz, first_tried_at timestamptz, dead_at timestamptz) with (fillfactor = 70);
      create index outgoing_calls_due on outgoing_calls (channel, installation_id, due_at, sequence) where dead_at is null;
      create index outgoing_calls_in_order on outgoing_calls (installation_id, channel, order_key, sequence) where dead_at is null;
      create table call_attempts (
        call_id text not null, attempt integer not null, channel text not null, installation_id text not null,
        at timestamptz not null, duration_ms integer not null, status integer, error text,
        primary key (call_id, attempt));
      create index call_attempts_by_age on call_attempts using brin (at);
      create table endpoint_circuits (installation_id text primary key, circuit jsonb not null, updated_at timestamptz not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outgoing_calls, call_attempts, endpoint_circuits');
  }
}
