/** Creates the tables of the containers service. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [CONTAINERS, RECONCILER, DENIED, auditEntriesTable]) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table containers, container_networks, container_statuses, reconciler_lease, denied_attempts,
        denied_by_version, audit_entries`);
  }
}

/** A rebuild recreates this table from the log. */
const CONTAINERS = `
create table containers (
  stream_id text primary key, organisation_id text not null, label text not null, spec jsonb not null,
  wanted text not null, is_announced boolean not null, listening jsonb, give_up_at timestamptz,
  delete_after timestamptz, failed_version jsonb, restarts integer not null, plugin_id text not null)`;

/** The reconciler changes these tables in place; a rebuild does not touch them. */
const RECONCILER = `
create table container_networks (slot integer primary key, installation_id text not null unique);
create table container_statuses (
  installation_id text primary key, state text not null, reason text, since timestamptz not null,
  restarts integer not null default 0);
create table reconciler_lease (
  id integer primary key check (id = 1), holder text not null, held_until timestamptz not null)`;

/** Changed in place; a rebuild does not touch them. Port 0: without a port. */
const DENIED = `
create table denied_attempts (
  installation_id text not null, protocol text not null, host text not null, port integer not null,
  count bigint not null, last_at timestamptz not null, primary key (installation_id, protocol, host, port));
create table denied_by_version (
  plugin_id text not null, version text not null, protocol text not null, host text not null, port integer not null,
  count bigint not null, last_on date not null, primary key (plugin_id, version, protocol, host, port))`;
