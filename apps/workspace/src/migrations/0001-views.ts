/** Tables of the workspace's views. The event log has a separate migration. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Views0001 implements MigrationInterface {
  readonly name = 'Views1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organisations (stream_id text primary key, name text not null, locale json not null, created_at timestamptz not null);
      create table people (
        stream_id text collate "C" primary key, organisation_id text not null, issuer text not null, subject text not null, name text not null, role text not null, terms tsvector not null,
        unique (subject, issuer, organisation_id));
      create index people_by_organisation on people (organisation_id, stream_id);
      create index people_by_term on people using gin (terms);
      create table cases (
        stream_id text collate "C" primary key, organisation_id text not null, visible_to text[], fields json not null,
        fields_bytes int not null generated always as (octet_length(fields::text)) stored, status text not null,
        assignee_id text, terms tsvector not null, revision int not null, created_at timestamptz not null, updated_at timestamptz not null) with (toast_tuple_target = 256);
      create index cases_by_organisation on cases (organisation_id, stream_id);
      create index cases_by_assignee on cases (assignee_id, stream_id) where assignee_id is not null;
      create index cases_by_term on cases using gin (terms);
      create table records (
        stream_id text primary key, installation_id text not null, type text not null, external_id text collate "C" not null, data json not null,
        data_bytes int not null generated always as (octet_length(data::text)) stored,
        revision int not null, created_at timestamptz not null, updated_at timestamptz not null);
      create index records_by_type on records (installation_id, type, external_id);
      create table proposals (
        stream_id text collate "C" primary key, installation_id text not null, organisation_id text not null, plugin_id text not null, external_id text not null,
        status text not null, record_type text not null, action text not null, record_id text, base_revision int, changes json not null, summary text not null,
        changes_bytes int not null generated always as (octet_length(changes::text)) stored,
        assignee_id text, reason text, revision int not null, created_at timestamptz not null, settled_at timestamptz);
      create index proposals_by_organisation on proposals (organisation_id, status, stream_id);
      create index proposals_by_installation on proposals (installation_id, stream_id);
      create table monthly_proposals (
        installation_id text not null, month text not null, applied bigint not null, rejected bigint not null, primary key (installation_id, month));
      create table staff (stream_id text primary key, resource json not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organisations, people, cases, records, proposals, monthly_proposals, staff');
  }
}
