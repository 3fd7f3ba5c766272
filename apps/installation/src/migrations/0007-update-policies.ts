import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which versions an installation follows. Every earlier installation follows all releases by itself. */
export class UpdatePolicies0007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table installations
      add column channel text not null default 'stable', add column follow text not null default 'auto'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column channel, drop column follow');
  }
}
