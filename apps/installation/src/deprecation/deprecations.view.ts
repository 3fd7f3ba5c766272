/** The deprecated plugins, as the store and the installations show them. */
import type { Deprecation } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, PrimaryColumn, Repository } from 'typeorm';
import { deprecationStream } from './deprecation.js';

@Entity('deprecations')
export class DeprecationRow {
  /** The id of the plugin. */
  @PrimaryColumn('text') stream_id: string;
  @Column('json') deprecation: Deprecation;
}

export const deprecations = stateView({
  entity: DeprecationRow,
  of: deprecationStream,
  row: ({ current }) => (current === null ? null : { deprecation: current }),
});

@Injectable()
export class Deprecations {
  constructor(@InjectRepository(DeprecationRow) private readonly rows: Repository<DeprecationRow>) {}

  /** The deprecations of these plugins by plugin id; those of other plugins are missing. */
  async of(pluginIds: readonly string[]): Promise<ReadonlyMap<string, Deprecation>> {
    const rows = await this.rows.findBy({ stream_id: In([...new Set(pluginIds)]) });
    return new Map(rows.map(({ stream_id, deprecation }) => [stream_id, deprecation]));
  }
}
