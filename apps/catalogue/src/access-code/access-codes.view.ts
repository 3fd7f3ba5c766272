/** All access codes that were ever created, found by hash or by plugin. */
import type { AccessCodeResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, LessThan, PrimaryColumn, Repository } from 'typeorm';
import { accessCodeResource } from './access-code-resource.js';
import { accessCodeStream } from './access-code.js';

@Entity('access_codes')
export class AccessCodeRow {
  /** The id of the code. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') plugin_id: string;
  @Column('text') hash: string;
  @Column('json') resource: AccessCodeResource;
}

export const accessCodesView = stateView({
  entity: AccessCodeRow,
  of: accessCodeStream,
  row: (code, { id }) =>
    code.status === 'absent'
      ? null
      : {
          publisher_id: code.publisherId,
          plugin_id: code.pluginId,
          hash: code.hash,
          resource: accessCodeResource(id, code),
        },
});

@Injectable()
export class AccessCodes {
  constructor(@InjectRepository(AccessCodeRow) private readonly rows: Repository<AccessCodeRow>) {}

  /** Finds the code with one of these keyed hashes, also one that has ended. */
  async byHash(hashes: readonly string[]): Promise<AccessCodeRow | null> {
    const [row = null] = await this.rows.findBy({ hash: In([...hashes]) });
    return row;
  }

  /** At most `limit` codes of a plugin, the newest first, starting after the id `start`. Ids increase with time. */
  async ofPlugin(
    owner: Pick<AccessCodeRow, 'publisher_id' | 'plugin_id'>,
    start: string | null,
    limit: number,
  ): Promise<AccessCodeResource[]> {
    const rows = await this.rows.find({
      where: { ...owner, ...(start !== null && { stream_id: LessThan(start) }) },
      order: { stream_id: 'DESC' },
      take: limit,
    });
    return rows.map(({ resource }) => resource);
  }
}
