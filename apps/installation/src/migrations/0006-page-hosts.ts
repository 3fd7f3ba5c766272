/** The hosts of the pages of container plugins. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PageHosts0006 implements MigrationInterface {
  readonly name = 'PageHosts1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations add column page_label text');
    await runner.query(`
      update installations set page_label = substring(log_streams.state ->> 'containerUrl' from '^http://([^.]+)[.]')
      from log_streams
      where log_streams.stream_id = 'installation-' || installations.stream_id and installations.status <> 'removed'
        and log_streams.state ->> 'containerUrl' is not null`);
    await runner.query(
      'create unique index installations_page_label on installations (page_label) where page_label is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installations drop column page_label');
  }
}
