/** Tables of the sources, of the contents in the content store, and of uploads in progress. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sources0004 implements MigrationInterface {
  readonly name = 'Sources1700000000004';

  /**
   * The tables of uploads are not logged: a crash of PostgreSQL empties them, and the plugins upload again. Chunks are
   * stored in base64 as they arrive: the driver would convert bytes to twice as much text and back.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sources (
        stream_id text collate "C" primary key, installation_id text not null, organisation_id text not null, plugin_id text not null,
        external_id text not null, status text not null, kind text not null, title text not null, content_type text not null,
        digest text not null, size int not null, occurred_at timestamptz not null, on_behalf_of text, created_at timestamptz not null,
        reviewed_by text, reviewed_at timestamptz, record_id text, session_id text, text_status text, reason text);
      create index sources_by_organisation on sources (organisation_id, stream_id);
      create index sources_by_status on sources (organisation_id, status, stream_id);
      create index sources_by_installation on sources (installation_id, stream_id);
      create index sources_by_digest on sources (organisation_id, digest);
      create table contents (
        organisation_id text not null, digest text not null, name text not null, size int not null, is_stored boolean not null,
        used_at timestamptz not null, primary key (organisation_id, digest));
      create index contents_by_use on contents (used_at);
      create unlogged table uploads (
        upload_id text primary key, organisation_id text not null, size int not null, created_at timestamptz not null);
      create index uploads_by_age on uploads (created_at);
      create unlogged table upload_chunks (
        upload_id text not null, index int not null, data text not null, created_at timestamptz not null,
        primary key (upload_id, index));
      alter table upload_chunks alter column data set storage external;
      create index upload_chunks_by_age on upload_chunks (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sources, contents, uploads, upload_chunks');
  }
}
