/** Creates the tables of the wallet. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [HOLDS, USAGE, ENTRIES, auditEntriesTable]) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table open_holds, ended_holds, hold_expiry_claims, service_usage, monthly_totals, wallet_entries, entry_audit,
        audit_entries`);
    await runner.query('drop function wallet_entries_refuse()');
  }
}

/**
 * `ended_holds` queues the holds whose states are removed later. `hold_expiry_claims` has the wallets whose expired
 * holds a process has claimed: one row per wallet in place of an update per hold.
 */
const HOLDS = `
create table open_holds (stream_id text primary key, installation_id text not null, expires_at timestamptz not null);
create index open_holds_by_expiry on open_holds (expires_at);
create index open_holds_by_wallet_and_expiry on open_holds (installation_id, expires_at);
create table ended_holds (
  id bigint generated always as identity primary key, stream_id text not null, ended_at timestamptz not null);
create index ended_holds_by_age on ended_holds (ended_at);
create table hold_expiry_claims (
  installation_id text primary key, claimed_by text not null, claimed_until timestamptz not null)`;

const USAGE = `
create table service_usage (
  installation_id text not null, month text not null, service text not null, count bigint not null,
  micro_mu bigint not null, primary key (installation_id, month, service)) with (fillfactor = 50);
create table monthly_totals (
  installation_id text not null, month text not null, purchased bigint not null, gifted bigint not null,
  consumed bigint not null, reversed bigint not null, revoked bigint not null,
  primary key (installation_id, month)) with (fillfactor = 50)`;

/**
 * The entries of wallets, which the database protects against changes, and where their audit stands. The row of
 * `entry_audit` has no position until the first pass.
 */
const ENTRIES = `
create table wallet_entries (
  installation_id text collate "C" not null, sequence bigint not null, id text collate "C" not null,
  at timestamptz not null, kind text not null, service text, count bigint, rate bigint, mu bigint not null,
  gifted bigint not null, hold_id text, reference text, by text not null, available_after bigint not null,
  held_after bigint not null, month text not null, previous_hash bytea, hash bytea not null,
  primary key (installation_id, sequence),
  check (mu >= 0 and gifted between 0 and mu and available_after >= 0 and held_after >= 0),
  check ((sequence = 1) = (previous_hash is null)));
create unique index wallet_entries_by_id on wallet_entries (installation_id, id);
create unique index wallet_entries_reversals on wallet_entries (installation_id, reference) where kind = 'reversal';
create function wallet_entries_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'entries of a wallet never change' using errcode = 'restrict_violation';
  end $$;
create trigger wallet_entries_append_only before update or delete or truncate on wallet_entries
  for each statement execute function wallet_entries_refuse();
create table entry_audit (
  id int primary key check (id = 1), installation_id text, position json, started_at timestamptz, claimed_by text,
  claimed_until timestamptz);
insert into entry_audit (id) values (1)`;
