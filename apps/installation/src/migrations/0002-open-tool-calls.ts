/**
 * The table of the tool calls in progress. It is unlogged: after a crash of the database it is empty, which ends the
 * handles of calls that are over by then.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OpenToolCalls0002 implements MigrationInterface {
  readonly name = 'OpenToolCalls1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table open_tool_calls (
        call_id text primary key, installation_id text not null, expires_at timestamptz not null);
      create index open_tool_calls_by_expiry on open_tool_calls (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table open_tool_calls');
  }
}
