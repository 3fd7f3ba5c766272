import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Restarts0003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table containers add column restarts integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table containers drop column restarts');
  }
}
