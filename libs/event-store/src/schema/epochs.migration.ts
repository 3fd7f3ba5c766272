import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The epoch in which the relay publishes (`relay-cursor.ts`), and the positions of the service's consumers
 * (`consumer-positions.ts`).
 */
export class AddEpochs1763600000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table log_relay add column epoch bigint not null default 0');
    await runner.query(`create table consumer_positions (
      consumer text primary key,
      stream text not null,
      sequence bigint not null,
      server text not null,
      at timestamptz not null default clock_timestamp()
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table consumer_positions');
    await runner.query('alter table log_relay drop column epoch');
  }
}
