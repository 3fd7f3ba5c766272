import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves the data of records to a table of its own. A process of the first release, which runs beside this version
 * during an upgrade, still writes `records.data`: a trigger moves what it writes.
 */
export class RecordContents0004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table record_contents (stream_id text primary key, content json not null);
      insert into record_contents (stream_id, content) select stream_id, data from records;
      alter table records alter column data drop not null, alter column data_bytes drop expression;
      create function move_record_data() returns trigger language plpgsql as $$
        begin
          if new.data is null or (tg_op = 'UPDATE' and new.data::text is not distinct from old.data::text) then
            new.data := null;
          else
            new.data_bytes := octet_length(new.data::text);
            insert into record_contents values (new.stream_id, new.data)
              on conflict (stream_id) do update set content = excluded.content;
          end if;
          return new;
        end $$;
      create trigger move_record_data before insert or update on records
        for each row execute function move_record_data()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger move_record_data on records;
      drop function move_record_data;
      drop table record_contents`);
  }
}
