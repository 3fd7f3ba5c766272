/** Tables of the catalogue's views, and of what is known beside the log: the last use of a key. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  readonly name = 'Views1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishers (stream_id text primary key, name text not null, added_at timestamptz not null);
      create table keys (
        stream_id text primary key, publisher_id text not null, label text not null, hash text not null unique, last4 text not null,
        created_at timestamptz not null, expires_at timestamptz, revoked_at timestamptz);
      create index keys_by_publisher on keys (publisher_id);
      create table key_uses (key_id text primary key, used_at timestamptz not null) with (fillfactor = 50);
      create table plugins (stream_id text primary key, publisher_id text not null, latest_published text);
      create index plugins_by_publisher on plugins (publisher_id);
      create table submissions (
        release_key text primary key, position bigint not null, release_id text not null unique, publisher_id text not null,
        plugin_id text not null, version text not null, kind text not null, plugin_api text not null, names json not null,
        requested_tier text not null, notes text not null, warnings json not null, manifest json not null, manifest_digest text not null,
        diff json, submitted_at timestamptz not null);
      create index submissions_by_publisher on submissions (publisher_id, position desc);
      create table releases (
        stream_id text primary key, status text not null, tier text, review_notes text, status_reason text, approval json,
        review_started_at timestamptz, decided_at timestamptz, published_at timestamptz, updated_at timestamptz not null,
        review_revision int not null);
      create table instances (stream_id text primary key, name text not null, plugin_api text not null, registered_at timestamptz not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishers, keys, key_uses, plugins, submissions, releases, instances');
  }
}
