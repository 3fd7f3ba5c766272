/** The sessions of people, and the sign-ins that are under way. */
import { personSessionsTable, signInTables } from '@kushk/person-session';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PersonSessions0004 implements MigrationInterface {
  readonly name = 'PersonSessions1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(personSessionsTable + signInTables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_ins; drop table person_sessions');
  }
}
