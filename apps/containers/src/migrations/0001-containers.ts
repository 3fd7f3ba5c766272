/** Tables of the containers service. The event log has a separate migration. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Containers0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A rebuild recreates this table from the log.
    await runner.query(`
      create table containers (
        stream_id text primary key, organisation_id text not null, label text not null, spec jsonb not null,
        wanted text not null, is_announced boolean not null, listening jsonb, give_up_at timestamptz,
        delete_after timestamptz, failed_version jsonb)`);
    // The reconciler changes these tables in place; a rebuild does not touch them.
    await runner.query(`
      create table container_networks (slot integer primary key, installation_id text not null unique);
      create table container_statuses (
        installation_id text primary key, state text not null, reason text, since timestamptz not null,
        restarts integer not null default 0);
      create table reconciler_lease (id integer primary key check (id = 1), holder text not null,
        held_until timestamptz not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table containers, container_networks, container_statuses, reconciler_lease');
  }
}
