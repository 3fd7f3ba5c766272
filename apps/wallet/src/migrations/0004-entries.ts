/**
 * The entries of wallets, which the database protects against changes, and the queue of wallets whose earlier facts
 * have no entries yet. Two versions of the service run side by side during an upgrade: the trigger on `log_streams`
 * queues the wallets to which the older version adds facts, because it writes no entries.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Entries0004 implements MigrationInterface {
  readonly name = 'Entries1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      alter table monthly_totals add column reversed bigint not null default 0,
        add column revoked bigint not null default 0;
      create table entry_backfills (
        installation_id text collate "C" primary key, version bigint not null, claimed_until timestamptz);
      create function queue_entry_backfill() returns trigger language plpgsql as $$
        begin
          insert into entry_backfills as q (installation_id, version)
            values (substr(new.stream_id, length('wallet-') + 1), new.version)
            on conflict (installation_id) do update set version = greatest(q.version, excluded.version);
          return null;
        end $$;
      create trigger wallet_without_entries after insert or update on log_streams for each row
        when (new.state_version < 2 and starts_with(new.stream_id, 'wallet-')) execute function queue_entry_backfill();
      insert into entry_backfills (installation_id, version)
        select substr(stream_id, length('wallet-') + 1), version from log_streams
        where stream_id > 'wallet-' and stream_id < 'wallet.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger wallet_without_entries on log_streams;
      drop function queue_entry_backfill();
      drop table entry_backfills, wallet_entries;
      drop function wallet_entries_refuse();
      alter table monthly_totals drop column reversed, drop column revoked`);
  }
}
