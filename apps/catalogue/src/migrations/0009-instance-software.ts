/** The version of the software that each instance has reported. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InstanceSoftware0009 implements MigrationInterface {
  readonly name = 'InstanceSoftware1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table instance_software (stream_id text primary key, software_version text not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table instance_software');
  }
}
