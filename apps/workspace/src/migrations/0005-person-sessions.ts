/** The table of people's sessions. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PersonSessions0005 implements MigrationInterface {
  readonly name = 'PersonSessions1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table person_sessions (
        stream_id text primary key, issuer text not null, subject text not null, ended text,
        session_id text collate "C", user_agent text, started_at timestamptz, last_used_at timestamptz,
        expires_at timestamptz, ends_at timestamptz);
      create unique index person_sessions_by_id on person_sessions (session_id) where session_id is not null;
      create index person_sessions_by_person on person_sessions (subject, issuer, session_id)
        where session_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table person_sessions');
  }
}
