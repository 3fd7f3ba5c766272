/** The deprecated plugins, for the lists of their publishers. */
import type { Deprecation } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { deprecationStream } from './deprecation.js';

@Entity('deprecations')
export class DeprecationRow {
  /** The id of the plugin. */
  @PrimaryColumn('text') stream_id: string;
  @Column('bigint') sequence: string;
  @Column('json') deprecation: Deprecation;
}

export const deprecationsView = stateView({
  entity: DeprecationRow,
  of: deprecationStream,
  row: ({ sequence, current }) => (current === null ? null : { sequence: String(sequence), deprecation: current }),
});
