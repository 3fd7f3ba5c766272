/** Holds by state and end, for the sweep that expires them. */
import { stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { holdStream } from './hold.js';

@Entity('holds')
export class HoldRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('text') hold_id: string;
  @Column('text') status: 'open' | 'expired' | 'settled' | 'released';
  @Column('timestamptz') expires_at: Date;
}

/** Only open holds stand here: an ended one leaves, so that the sweep reads no history. */
export const openHolds = stateView({
  entity: HoldRow,
  of: holdStream,
  row: (hold, { id }) =>
    hold.status === 'open'
      ? { stream_id: id, installation_id: hold.installationId, hold_id: hold.holdId, status: hold.status, expires_at: new Date(hold.expiresAt) }
      : null,
});
