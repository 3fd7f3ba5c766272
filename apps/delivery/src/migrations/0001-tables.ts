/** Creates the tables of the delivery service. The event log has a migration of its own. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(VIEWS);
    await runner.query(DELIVERIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table endpoints, feed_events, lifecycle_calls, delivery_queue, delivery_attempts, tool_calls,
        endpoint_circuits`);
  }
}

/** A rebuild recreates these tables from the log. */
const VIEWS = `
create table endpoints (
  stream_id text primary key, organisation_id text not null, plugin_id text not null, base_url text,
  secrets jsonb not null, availability text not null, calls_allowed boolean not null, has_credentials boolean not null,
  installed_pending boolean not null, removed boolean not null, container_address text);
create index endpoints_of_containers on endpoints (base_url) where container_address is not null;
create table feed_events (
  event_id text primary key, installation_id text not null, sequence bigint not null, type text not null,
  order_key text not null, created_at timestamptz not null, body text not null);
create unique index feed_events_in_order on feed_events (installation_id, sequence);
create index feed_events_by_type on feed_events (installation_id, type, sequence);
create index feed_events_by_age on feed_events (created_at);
create table lifecycle_calls (
  delivery_id text primary key, installation_id text not null, sequence bigint not null, kind text not null,
  created_at timestamptz not null);
create unique index lifecycle_calls_in_order on lifecycle_calls (installation_id, sequence);
create index lifecycle_calls_by_age on lifecycle_calls (created_at)`;

/**
 * The delivery workers update these tables in place; a rebuild does not change them. A claim changes only columns
 * without an index, so that PostgreSQL can use heap-only-tuple (HOT) updates; the fill factor leaves room for them.
 * Delivered rows are deleted. Dead letters stay in the table, but only in an index of their own.
 *
 * The indexes by age are B-trees: retention deletes the oldest rows in chunks, and each chunk must find its rows
 * without reading those that earlier chunks have deleted.
 */
const DELIVERIES = `
create table delivery_queue (
  delivery_id text primary key, channel text not null, installation_id text not null, order_key text not null,
  sequence bigint not null, kind text not null, sealed_body text, traceparent text, created_at timestamptz not null,
  due_at timestamptz not null, attempt integer not null default 0, failures integer not null default 0,
  leased_until timestamptz, first_attempt_at timestamptz, dead_at timestamptz) with (fillfactor = 70);
create index delivery_queue_due on delivery_queue (channel, installation_id, due_at, sequence) where dead_at is null;
create index delivery_queue_in_order on delivery_queue (installation_id, channel, order_key, sequence)
  where dead_at is null;
create index delivery_queue_by_age on delivery_queue (created_at);
create index delivery_queue_dead on delivery_queue (installation_id, channel, created_at) where dead_at is not null;
create table delivery_attempts (
  delivery_id text not null, attempt integer not null, channel text not null, installation_id text not null,
  started_at timestamptz not null, duration_ms integer not null, status integer, error text, response text,
  primary key (delivery_id, attempt));
create index delivery_attempts_of_endpoint on delivery_attempts (installation_id, channel, started_at);
create index delivery_attempts_by_age on delivery_attempts (started_at);
create table tool_calls (
  call_id text primary key, installation_id text not null, tool text not null, called_at timestamptz not null,
  duration_ms integer not null, status integer, error text);
create index tool_calls_of_endpoint on tool_calls (installation_id, called_at, call_id);
create index tool_calls_by_age on tool_calls (called_at);
create table endpoint_circuits (
  installation_id text not null, channel text not null, state text not null, not_before timestamptz not null,
  circuit jsonb not null, updated_at timestamptz not null, primary key (installation_id, channel))`;
