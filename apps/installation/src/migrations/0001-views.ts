/** Creates the tables of the views. The event log has its own migration. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table listings (
        stream_id text primary key, plugin_id text not null, version text not null, status text not null,
        manifest_digest text not null, tier text not null, publisher text not null, published_at timestamptz not null);
      create index listings_by_plugin on listings (plugin_id);
      create table release_manifests (
        plugin_id text not null, version text not null, source text not null, sequence int not null,
        digest text not null, manifest json not null, primary key (plugin_id, version, source, sequence));
      create table deferred_releases (
        stream_id text primary key, plugin_id text not null, version text not null, plugin_api text not null);
      create table installations (
        stream_id text primary key, organisation_id text not null, plugin_id text not null, version text not null,
        status text not null, token_hash text, token_last4 text not null, previous_token_hash text,
        previous_token_until timestamptz, machine_user_id text not null, grants json not null, pending_version json,
        declined_versions json not null, settings_revision int not null, locale json not null, created_at timestamptz not null,
        updated_at timestamptz not null, installed_at timestamptz);
      create table installation_settings (
        stream_id text primary key, settings json not null, settings_revision int not null, bytes int not null);
      create unique index installations_by_token on installations (token_hash) where token_hash is not null;
      create unique index installations_by_previous_token on installations (previous_token_hash)
        where previous_token_hash is not null;
      create index installations_by_organisation on installations (organisation_id, created_at, stream_id);
      create index installations_by_plugin on installations (plugin_id, stream_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table listings, release_manifests, deferred_releases, installations, installation_settings',
    );
  }
}
