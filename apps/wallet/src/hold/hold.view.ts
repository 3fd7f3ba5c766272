/** Holds by state and end, for the sweep that expires them. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, LessThanOrEqual, PrimaryColumn, Repository } from 'typeorm';
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
      ? {
          stream_id: id,
          installation_id: hold.installationId,
          hold_id: hold.holdId,
          status: hold.status,
          expires_at: new Date(hold.expiresAt),
        }
      : null,
});

@Injectable()
export class OpenHolds {
  constructor(@InjectRepository(HoldRow) private readonly rows: Repository<HoldRow>) {}

  /** Open holds whose time is over at `at`, the longest due first; of one wallet where an installation is named. */
  async due(at: Date, limit: number, installationId?: string): Promise<HoldRow[]> {
    const where = {
      ...(installationId !== undefined && { installation_id: installationId }),
      expires_at: LessThanOrEqual(at),
    };
    return await this.rows.find({ where, order: { expires_at: 'ASC' }, take: limit });
  }
}
