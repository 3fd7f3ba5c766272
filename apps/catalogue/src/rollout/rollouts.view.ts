/** The rollouts, for their releases and for the clock that moves them. */
import type { RolloutResource, RolloutState } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { startedResource } from './rollout-resource.js';
import { rolloutStream, stageEnd } from './rollout.js';

@Entity('rollouts')
export class RolloutRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') state: RolloutState;
  @Column('timestamptz') started_at: Date;
  /** When the current stage ends; null unless the rollout is running. */
  @Column('timestamptz', { nullable: true }) next_at: Date | null;
  @Column('json') resource: RolloutResource;
}

export const rolloutsView = stateView({
  entity: RolloutRow,
  of: rolloutStream,
  row: (rollout) =>
    rollout.status === 'absent'
      ? null
      : {
          plugin_id: rollout.pluginId,
          version: rollout.version,
          state: rollout.status,
          started_at: new Date(rollout.startedAt),
          next_at: rollout.status === 'running' ? stageEnd(rollout) : null,
          resource: startedResource(rollout),
        },
});

/** The rollouts whose stage has ended, and those of plugins of which another version was published since. */
const TO_ADVANCE = `
  select plugin_id, version from rollouts r
  where (r.state = 'running' and r.next_at <= $1)
    or (r.state in ('running', 'halted') and exists (
      select from release_statuses s where s.plugin_id = r.plugin_id and s.status = 'published'
        and (s.summary ->> 'published_at')::timestamptz > r.started_at))
  order by r.stream_id limit 1000`;

@Injectable()
export class Rollouts {
  constructor(@InjectRepository(RolloutRow) private readonly rows: Repository<RolloutRow>) {}

  /** The rollout of a release; null when it has none. */
  async find(releaseKey: string): Promise<RolloutResource | null> {
    return (await this.rows.findOneBy({ stream_id: releaseKey }))?.resource ?? null;
  }

  async toAdvance(at: Date): Promise<readonly Pick<RolloutRow, 'plugin_id' | 'version'>[]> {
    return await this.rows.query(TO_ADVANCE, [at]);
  }
}
