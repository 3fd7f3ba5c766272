import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeniedAttempts0002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Changed in place; a rebuild does not touch it. Port 0: without a port.
    await runner.query(`
      create table denied_attempts (
        installation_id text not null, protocol text not null, host text not null, port integer not null,
        count bigint not null, last_at timestamptz not null,
        primary key (installation_id, protocol, host, port))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table denied_attempts');
  }
}
