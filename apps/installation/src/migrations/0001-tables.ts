/** Creates the tables of the installation service. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [LISTINGS, INSTALLATIONS, CALLS, auditEntriesTable]) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table listings, release_manifests, deferred_releases, installations, installation_settings, open_tool_calls,
        lease_holders, audit_entries`);
    await runner.query('drop sequence lease_holder_generations');
  }
}

const LISTINGS = `
create table listings (
  stream_id text primary key, plugin_id text not null, version text not null, status text not null,
  manifest_digest text not null, tier text not null, publisher text not null, published_at timestamptz not null);
create index listings_by_plugin on listings (plugin_id);
create table release_manifests (
  plugin_id text not null, version text not null, source text not null, sequence int not null, digest text not null,
  manifest json not null, terms tsvector not null, primary key (plugin_id, version, source, sequence));
create index release_manifests_terms on release_manifests using gin (terms);
create table deferred_releases (
  stream_id text primary key, plugin_id text not null, version text not null, plugin_api text not null)`;

const INSTALLATIONS = `
create table installations (
  stream_id text primary key, organisation_id text not null, plugin_id text not null, version text not null,
  status text not null, token_hash text, token_last4 text not null, previous_token_hash text,
  previous_token_until timestamptz, machine_user_id text not null, grants json not null, pending_version json,
  declined_versions json not null, settings_revision int not null, locale json not null,
  created_at timestamptz not null, updated_at timestamptz not null, installed_at timestamptz, page_label text);
create unique index installations_by_token on installations (token_hash) where token_hash is not null;
create unique index installations_by_previous_token on installations (previous_token_hash)
  where previous_token_hash is not null;
create index installations_by_organisation on installations (organisation_id, created_at, stream_id);
create index installations_by_plugin on installations (plugin_id, stream_id);
create unique index installations_page_label on installations (page_label) where page_label is not null;
create table installation_settings (
  stream_id text primary key, settings json not null, settings_revision int not null, bytes int not null)`;

/**
 * The tool calls in progress, and the gateway processes that may hold leases. The first table is unlogged: after a
 * crash of the database it is empty, which ends the handles of calls that are over by then.
 */
const CALLS = `
create unlogged table open_tool_calls (
  call_id text primary key, installation_id text not null, expires_at timestamptz not null);
create index open_tool_calls_by_expiry on open_tool_calls (expires_at);
create sequence lease_holder_generations;
create table lease_holders (
  id text primary key, generation bigint not null, is_retired boolean not null default false)`;
