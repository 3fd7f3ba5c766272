/** The open holds by expiry time, for the worker that expires them. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, LessThanOrEqual, PrimaryColumn, Repository } from 'typeorm';
import { holdStream } from './hold.js';

@Entity('open_holds')
export class OpenHoldRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') installation_id: string;
  @Column('timestamptz') expires_at: Date;
}

/** The row of an ended hold is deleted, so that the worker reads only open holds. */
export const openHolds = stateView({
  entity: OpenHoldRow,
  of: holdStream,
  row: (hold, { id }) =>
    hold.status === 'open'
      ? {
          stream_id: id,
          installation_id: hold.installationId,
          expires_at: new Date(hold.expiresAt),
        }
      : null,
});

@Injectable()
export class OpenHolds {
  constructor(@InjectRepository(OpenHoldRow) private readonly rows: Repository<OpenHoldRow>) {}

  /**
   * Returns open holds whose expiry time has passed at `at`, oldest first, of one installation or of all
   * installations.
   */
  async expiredAt(at: Date, limit: number, installationId?: string): Promise<OpenHoldRow[]> {
    const where = {
      ...(installationId !== undefined && { installation_id: installationId }),
      expires_at: LessThanOrEqual(at),
    };
    return await this.rows.find({ where, order: { expires_at: 'ASC' }, take: limit });
  }
}
