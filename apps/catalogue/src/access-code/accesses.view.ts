/** The accesses to private plugins, found by their plugin. */
import type { AccessResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { accessStream } from './access.js';

@Entity('accesses')
export class AccessRow {
  /** The id of the access. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') plugin_id: string;
  @Column('text') code_id: string;
  @Column('text') at: string;
  @Column('text', { nullable: true }) ended_at: string | null;
}

export const accessesView = stateView({
  entity: AccessRow,
  of: accessStream,
  row: (access) =>
    access.status === 'absent'
      ? null
      : {
          publisher_id: access.publisherId,
          plugin_id: access.pluginId,
          code_id: access.codeId,
          at: access.at,
          ended_at: access.status === 'ended' ? access.endedAt : null,
        },
});

@Injectable()
export class Accesses {
  constructor(@InjectRepository(AccessRow) private readonly rows: Repository<AccessRow>) {}

  /** At most `limit` accesses to a plugin, the newest first, starting after the id `start`. Ids increase with time. */
  async ofPlugin(
    { publisher_id, plugin_id }: Pick<AccessRow, 'publisher_id' | 'plugin_id'>,
    start: string | null,
    limit: number,
  ): Promise<AccessResource[]> {
    return await this.rows.query<AccessResource[]>(
      `select a.stream_id as id, a.code_id, c.resource->>'label' as code_label, a.at, a.ended_at
         from accesses a join access_codes c on c.stream_id = a.code_id
        where a.publisher_id = $1 and a.plugin_id = $2 and ($3::text is null or a.stream_id < $3)
        order by a.stream_id desc limit $4`,
      [publisher_id, plugin_id, start, limit],
    );
  }
}
