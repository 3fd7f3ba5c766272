/** Who did what with a release. A log from before is folded into it by `rebuild --replace`. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class History0004 implements MigrationInterface {
  readonly name = 'History1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table release_events (
        release_key text not null, number int not null, event text not null, status text not null, happened_at timestamptz not null,
        actor_kind text not null, actor_id text, actor_role text, notes text, reason text, tier text, signature_keyid text, sequence int,
        primary key (release_key, number))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table release_events');
  }
}
