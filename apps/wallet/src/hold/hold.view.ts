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

  /** Returns expired open holds of one installation, oldest first. `at` is the current time. */
  async expiredOf(installationId: string, at: Date, limit: number): Promise<OpenHoldRow[]> {
    return await this.rows.find({
      where: { installation_id: installationId, expires_at: LessThanOrEqual(at) },
      order: { expires_at: 'ASC' },
      take: limit,
    });
  }

  /**
   * Claims expired open holds of all installations, oldest first, so that each of several processes gets different
   * ones. Holds that are still open when the claim ends are claimed again. The column `claimed_until` belongs to this
   * queue alone; the view does not write it.
   */
  async claimExpired(at: Date, limit: number): Promise<OpenHoldRow[]> {
    const text = `
      update open_holds set claimed_until = $1::timestamptz + $3::interval where stream_id in (
        select stream_id from open_holds
        where expires_at <= $1 and (claimed_until is null or claimed_until <= $1)
        order by expires_at limit $2 for update skip locked)
      returning stream_id, installation_id, expires_at`;
    const [claimed] = await this.rows.query<[OpenHoldRow[], number]>(text, [at, limit, CLAIM_TIME]);
    return claimed;
  }
}

/** How long a process has to expire the holds that it claimed. */
const CLAIM_TIME = '10 seconds';
