import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { remainderKey, remainderStream } from '../remainder.js';

/** The remainders of an organisation, one for each plugin that it has ever installed. */
@Injectable()
export class Remainders {
  constructor(private readonly database: DataSource) {}

  /** Returns their keys. */
  async keysOf(organisationId: string): Promise<readonly string[]> {
    const category = `${remainderStream.category}-`;
    const rows = await this.database.query<{ key: string }[]>(
      `select substr(stream_id, $1) as key from log_streams where stream_id > $2 and starts_with(stream_id, $2)
       order by stream_id`,
      [category.length + 1, category + remainderKey(organisationId, '')],
    );
    return rows.map(({ key }) => key);
  }
}
