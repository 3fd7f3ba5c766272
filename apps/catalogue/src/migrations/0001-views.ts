/** Creates the tables of the views, and the table of the last use of keys, which is not derived from the log. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishers (stream_id text primary key, name text not null);

      create table keys (
        stream_id text primary key, publisher_id text not null, hash text not null unique, created_at timestamptz not null,
        resource json not null);
      create index keys_by_publisher on keys (publisher_id);
      create table key_uses (key_id text primary key, used_at timestamptz not null) with (fillfactor = 50);

      create table plugins (stream_id text primary key, publisher_id text not null, latest_published text);
      create index plugins_by_publisher on plugins (publisher_id);
      create table plugin_changes (
        plugin_id text primary key, changes bigint not null, changed_at timestamptz not null) with (fillfactor = 50);

      create table submissions (
        release_key text primary key, position bigint not null, publisher_id text not null, plugin_id text not null,
        names json not null, summary json not null, diff json);
      create index submissions_by_plugin on submissions (plugin_id, position desc);
      create table release_statuses (
        stream_id text primary key, review_revision int not null, summary json not null, approval json);
      create table release_events (
        release_key text not null, number int not null, key_id text, event json not null,
        primary key (release_key, number));

      create table instances (stream_id text primary key, plugin_api text not null, resource json not null, link json);
      create table evaluations (
        stream_id text primary key, instance_id text not null, release_key text not null, accepted_sequence int not null,
        problems json, unique (release_key, instance_id));
      create table issued_statements (
        release_key text not null, sequence int not null, primary key (release_key, sequence));

      create table usage_reports (
        stream_id text primary key, publisher_id text not null, month text not null, instance_id text not null,
        closed boolean not null);
      create index usage_reports_of_publisher on usage_reports (publisher_id, month);
      create table installation_usage (
        stream_id text primary key, publisher_id text not null, month text not null, instance_id text not null,
        plugin_id text not null, alias text not null, consumed_micro_mu bigint not null,
        purchased_micro_mu bigint not null, gifted_micro_mu bigint not null, proposals_applied bigint not null,
        proposals_rejected bigint not null, bytes int not null, item json not null);
      create index installation_usage_in_order
        on installation_usage (publisher_id, month, plugin_id, alias, instance_id);

      create table staff (stream_id text primary key, resource json not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishers, keys, key_uses, plugins, plugin_changes, submissions, release_statuses, release_events,
        instances, evaluations, issued_statements, usage_reports,
        installation_usage, staff`);
  }
}
