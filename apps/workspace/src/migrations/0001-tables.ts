/** Creates the tables of the workspace. The event log has a migration of its own. */
import { auditEntriesTable } from '@kushk/audit';
import { personSessionTables } from '@kushk/person-session';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tables0001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [
      PEOPLE,
      RECORDS,
      PROPOSALS,
      PLATFORM_RECORDS,
      SOURCES,
      personSessionTables,
      auditEntriesTable,
    ])
      await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table organisations, people, staff, records, proposals, monthly_proposals, cases, documents, calendar_events,
        sessions, session_messages, memories, sources, contents, uploads, upload_chunks, person_sessions, sign_ins,
        audit_entries`);
  }
}

const PEOPLE = `
create table organisations (
  stream_id text primary key, name text not null, locale json not null, created_at timestamptz not null);
create table people (
  stream_id text collate "C" primary key, organisation_id text not null, issuer text not null, subject text not null,
  name text not null, role text not null, terms tsvector not null, unique (subject, issuer, organisation_id));
create index people_by_organisation on people (organisation_id, stream_id);
create index people_by_term on people using gin (terms);
create table staff (stream_id text primary key, resource json not null)`;

const RECORDS = `
create table records (
  stream_id text primary key, installation_id text not null, type text not null, external_id text collate "C" not null,
  data json not null, data_bytes int not null generated always as (octet_length(data::text)) stored,
  revision int not null, created_at timestamptz not null, updated_at timestamptz not null);
create index records_by_type on records (installation_id, type, external_id)`;

const PROPOSALS = `
create table proposals (
  stream_id text collate "C" primary key, installation_id text not null, organisation_id text not null,
  plugin_id text not null, external_id text not null, status text not null, record_type text not null,
  action text not null, record_id text, base_revision int, changes json not null, summary text not null,
  changes_bytes int not null generated always as (octet_length(changes::text)) stored, assignee_id text, reason text,
  revision int not null, created_at timestamptz not null, settled_at timestamptz, rule_id text,
  base_values json not null, settler_id text);
create index proposals_by_organisation on proposals (organisation_id, status, stream_id);
create index proposals_by_installation on proposals (installation_id, stream_id);
create index proposals_by_time on proposals (organisation_id, stream_id);
create index proposals_by_assignee on proposals (organisation_id, assignee_id, stream_id)
  where assignee_id is not null;
create index proposals_by_assignee_and_status on proposals (organisation_id, assignee_id, status, stream_id)
  where assignee_id is not null;
create index proposals_by_record on proposals (organisation_id, record_id, stream_id) where record_id is not null;
create index proposals_by_plugin on proposals (organisation_id, plugin_id, status, stream_id);
create table monthly_proposals (
  installation_id text not null, month text not null, applied bigint not null, rejected bigint not null,
  primary key (installation_id, month))`;

/**
 * The platform's own records. Texts and terms are stored outside of the rows (`toast_tuple_target`), so that a search
 * which visits many rows reads few blocks.
 */
const PLATFORM_RECORDS = `
create table cases (
  stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
  fields_bytes int not null generated always as (octet_length(fields::text)) stored, status text not null,
  assignee_id text, terms tsvector not null, revision int not null, created_at timestamptz not null,
  updated_at timestamptz not null) with (toast_tuple_target = 256);
create index cases_by_organisation on cases (organisation_id, stream_id);
create index cases_by_assignee on cases (assignee_id, stream_id) where assignee_id is not null;
create index cases_by_term on cases using gin (terms);
create table documents (
  stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
  fields_bytes int not null generated always as (octet_length(fields::text)) stored, case_id text,
  terms tsvector not null, revision int not null, created_at timestamptz not null,
  updated_at timestamptz not null) with (toast_tuple_target = 256);
create index documents_by_organisation on documents (organisation_id, stream_id);
create index documents_by_case on documents (case_id, stream_id) where case_id is not null;
create index documents_by_term on documents using gin (terms);
create table calendar_events (
  stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
  fields_bytes int not null generated always as (octet_length(fields::text)) stored, starts_at timestamptz not null,
  ends_at timestamptz not null, terms tsvector not null, revision int not null, created_at timestamptz not null,
  updated_at timestamptz not null);
create index calendar_events_by_start on calendar_events (organisation_id, starts_at, stream_id);
create index calendar_events_by_term on calendar_events using gin (terms);
create table sessions (
  stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
  fields_bytes int not null generated always as (octet_length(fields::text)) stored, started_at timestamptz not null,
  terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null);
create index sessions_by_start on sessions (organisation_id, started_at, stream_id);
create index sessions_by_term on sessions using gin (terms);
create table session_messages (
  message_id text collate "C" primary key, session_id text not null, author_id text, text text not null,
  at timestamptz not null, terms tsvector not null) with (toast_tuple_target = 256);
create index session_messages_by_session on session_messages (session_id, message_id);
create index session_messages_by_term on session_messages using gin (terms);
create table memories (
  stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
  fields_bytes int not null generated always as (octet_length(fields::text)) stored, terms tsvector not null,
  revision int not null, created_at timestamptz not null,
  updated_at timestamptz not null) with (toast_tuple_target = 256);
create index memories_by_organisation on memories (organisation_id, stream_id);
create index memories_by_person on memories using gin (visible_to);
create index memories_by_term on memories using gin (terms)`;

/**
 * The sources, the contents in the content store, and the uploads in progress. The tables of uploads are not logged: a
 * crash of PostgreSQL empties them, and the plugins upload again. Chunks are stored in base64 as they arrive: the
 * driver would convert bytes to twice as much text and back.
 */
const SOURCES = `
create table sources (
  stream_id text collate "C" primary key, installation_id text not null, organisation_id text not null,
  plugin_id text not null, external_id text not null, status text not null, kind text not null, title text not null,
  content_type text not null, digest text not null, size int not null, occurred_at timestamptz not null,
  on_behalf_of text, created_at timestamptz not null, reviewed_by text, reviewed_at timestamptz, record_id text,
  session_id text, text_status text, reason text);
create index sources_by_organisation on sources (organisation_id, stream_id);
create index sources_by_status on sources (organisation_id, status, stream_id);
create index sources_by_installation on sources (installation_id, stream_id);
create index sources_by_digest on sources (organisation_id, digest);
create table contents (
  organisation_id text not null, digest text not null, name text not null, size int not null,
  is_stored boolean not null, used_at timestamptz not null, primary key (organisation_id, digest));
create index contents_by_use on contents (used_at);
create unlogged table uploads (
  upload_id text primary key, organisation_id text not null, size int not null, created_at timestamptz not null);
create index uploads_by_age on uploads (created_at);
create unlogged table upload_chunks (
  upload_id text not null, index int not null, data text not null, created_at timestamptz not null,
  primary key (upload_id, index));
alter table upload_chunks alter column data set storage external;
create index upload_chunks_by_age on upload_chunks (created_at)`;
