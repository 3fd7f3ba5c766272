/** Creates the tables of the catalogue. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import { personSessionTables } from '@kushk/person-session';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [PUBLISHERS, RELEASES, FLEET, USAGE, personSessionTables, auditEntriesTable])
      await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishers, publisher_members, keys, key_uses, plugins, plugin_changes, submissions, release_statuses,
        release_events, instances, instance_software, evaluations, issued_statements, usage_reports, installation_usage,
        usage_statements, usage_statement_lines, staff, person_sessions, sign_ins, audit_entries`);
  }
}

/** The last use of keys is not derived from the log. */
const PUBLISHERS = `
create table publishers (stream_id text primary key, name text not null);
create table publisher_members (
  stream_id text primary key, publisher_id text not null, subject text not null, name text not null,
  added_at timestamptz not null);
create index publisher_members_by_publisher on publisher_members (publisher_id, stream_id);
create index publisher_members_by_subject on publisher_members (subject);
create table keys (
  stream_id text primary key, publisher_id text not null, hash text not null unique, created_at timestamptz not null,
  resource json not null);
create index keys_by_publisher on keys (publisher_id);
create table key_uses (key_id text primary key, used_at timestamptz not null) with (fillfactor = 50);
create table staff (stream_id text primary key, resource json not null)`;

const RELEASES = `
create table plugins (stream_id text primary key, publisher_id text not null, latest_published text);
create index plugins_by_publisher on plugins (publisher_id);
create table plugin_changes (
  plugin_id text primary key, changes bigint not null, changed_at timestamptz not null) with (fillfactor = 50);
create table submissions (
  release_key text primary key, position bigint not null, publisher_id text not null, plugin_id text not null,
  names json not null, summary json not null, diff json);
create index submissions_by_plugin on submissions (plugin_id, position desc);
create table release_statuses (
  stream_id text primary key, review_revision int not null, summary json not null, approval json, status text not null,
  publisher_id text not null, plugin_id text not null, submitted_at timestamptz not null, taken_by json,
  terms tsvector not null);
create index release_statuses_newest on release_statuses (submitted_at, stream_id);
create index release_statuses_by_status on release_statuses (status, submitted_at, stream_id);
create index release_statuses_by_publisher on release_statuses (publisher_id, submitted_at, stream_id);
create index release_statuses_by_plugin on release_statuses (plugin_id, submitted_at, stream_id);
create index release_statuses_by_terms on release_statuses using gin (terms);
create table release_events (
  release_key text not null, number int not null, key_id text, event json not null,
  primary key (release_key, number))`;

const FLEET = `
create table instances (stream_id text primary key, plugin_api text not null, resource json not null, link json);
create table instance_software (stream_id text primary key, software_version text not null);
create table evaluations (
  stream_id text primary key, instance_id text not null, release_key text not null, accepted_sequence int not null,
  problems json, answered_sequence int not null, evaluated_at timestamptz not null, unique (release_key, instance_id));
create index evaluations_by_instance on evaluations (instance_id, evaluated_at);
create table issued_statements (
  release_key text not null, sequence int not null, plugin_api text not null, issued_at timestamptz not null,
  primary key (release_key, sequence));
create index issued_statements_newest on issued_statements (issued_at)`;

const USAGE = `
create table usage_reports (
  stream_id text primary key, publisher_id text not null, month text not null, instance_id text not null,
  closed boolean not null);
create index usage_reports_of_publisher on usage_reports (publisher_id, month);
create table installation_usage (
  stream_id text primary key, publisher_id text not null, month text not null, instance_id text not null,
  plugin_id text not null, alias text not null, consumed_micro_mu bigint not null, purchased_micro_mu bigint not null,
  gifted_micro_mu bigint not null, proposals_applied bigint not null, proposals_rejected bigint not null,
  bytes int not null, item json not null, reversed_micro_mu bigint not null, revoked_micro_mu bigint not null);
create index installation_usage_in_order on installation_usage (publisher_id, month, plugin_id, alias, instance_id);
create table usage_statements (
  publisher_id text not null, month text not null, summary json not null, envelope json not null,
  primary key (publisher_id, month));
create table usage_statement_lines (
  publisher_id text not null, month text not null, number int not null, usage_month text not null,
  plugin_id text not null, alias text not null, instance_id text not null, bytes int not null, line text not null,
  primary key (publisher_id, month, number));
create index usage_statement_lines_of_usage
  on usage_statement_lines (publisher_id, usage_month, plugin_id, alias, instance_id)`;
