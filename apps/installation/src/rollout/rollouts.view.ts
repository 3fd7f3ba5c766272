/** How far the listed releases are rolled out. */
import type { RolloutState } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rolloutStream, type RolloutProgress } from './rollout.js';

@Entity('rollouts')
export class RolloutRow implements RolloutProgress {
  /** The key of the listing: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') state: RolloutState;
  @Column('double precision') percent: number;
}

export const rollouts = stateView({ entity: RolloutRow, of: rolloutStream, row: ({ progress }) => progress });
