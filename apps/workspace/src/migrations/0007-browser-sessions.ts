/** The sessions of cookies, and the sign-ins that are under way. */
import { signInTables } from '@kushk/person-session';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BrowserSessions0007 implements MigrationInterface {
  readonly name = 'BrowserSessions1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table person_sessions
        add column kind text not null default 'token', add column name text, add column provider_session_key text;
      alter table person_sessions alter column kind drop default;
      ${signInTables}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sign_ins;
      drop index person_sessions_by_provider;
      alter table person_sessions drop column kind, drop column name, drop column provider_session_key`);
  }
}
