/** Where the containers of plugins that run beside the instance are reached. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Containers0002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table endpoints add column container_address text;
      create index endpoints_of_containers on endpoints (base_url) where container_address is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index endpoints_of_containers; alter table endpoints drop column container_address');
  }
}
