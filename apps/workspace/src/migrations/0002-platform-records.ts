/** Tables of the documents, calendar events, sessions and memories. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Texts and terms are stored outside of the rows (`toast_tuple_target`), so that a search which visits many rows reads
 * few blocks.
 */
export class PlatformRecords0002 implements MigrationInterface {
  readonly name = 'PlatformRecords1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table documents (
        stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
        fields_bytes int not null generated always as (octet_length(fields::text)) stored, case_id text,
        terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null) with (toast_tuple_target = 256);
      create index documents_by_organisation on documents (organisation_id, stream_id);
      create index documents_by_case on documents (case_id, stream_id) where case_id is not null;
      create index documents_by_term on documents using gin (terms);
      create table calendar_events (
        stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
        fields_bytes int not null generated always as (octet_length(fields::text)) stored,
        starts_at timestamptz not null, ends_at timestamptz not null,
        terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null);
      create index calendar_events_by_start on calendar_events (organisation_id, starts_at, stream_id);
      create index calendar_events_by_term on calendar_events using gin (terms);
      create table sessions (
        stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
        fields_bytes int not null generated always as (octet_length(fields::text)) stored, started_at timestamptz not null,
        terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null);
      create index sessions_by_start on sessions (organisation_id, started_at, stream_id);
      create index sessions_by_term on sessions using gin (terms);
      create table session_messages (
        message_id text collate "C" primary key, session_id text not null, author_id text, text text not null, at timestamptz not null,
        terms tsvector not null) with (toast_tuple_target = 256);
      create index session_messages_by_session on session_messages (session_id, message_id);
      create index session_messages_by_term on session_messages using gin (terms);
      create table memories (
        stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
        fields_bytes int not null generated always as (octet_length(fields::text)) stored,
        terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null) with (toast_tuple_target = 256);
      create index memories_by_organisation on memories (organisation_id, stream_id);
      create index memories_by_person on memories using gin (visible_to);
      create index memories_by_term on memories using gin (terms)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table documents, calendar_events, sessions, session_messages, memories');
  }
}
