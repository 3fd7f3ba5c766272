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
   * Claims the wallets with the oldest expired open holds, so that each of several processes gets different ones, and
   * returns their expired holds, oldest first, at most so many of each. A claim that is not released ends by itself.
   */
  async claimExpired(processId: string, at: Date, holdsPerWallet: number): Promise<OpenHoldRow[]> {
    const text = `
      with due as (
        select o.installation_id from open_holds o
        where o.expires_at <= $1 and not exists (
          select from hold_expiry_claims c where c.installation_id = o.installation_id and c.claimed_until > $1)
        order by o.expires_at limit ${DUE_HOLDS}),
      claimed as (
        insert into hold_expiry_claims as c (installation_id, claimed_by, claimed_until)
        select installation_id, $2, $1::timestamptz + $3::interval from (select distinct installation_id from due) d
        order by installation_id limit ${CLAIM_WALLETS}
        on conflict (installation_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
          where c.claimed_until <= $1
        returning installation_id)
      select h.* from claimed cross join lateral (
        select stream_id, installation_id, expires_at from open_holds
        where installation_id = claimed.installation_id and expires_at <= $1 order by expires_at limit $4) h`;
    return await this.rows.query<OpenHoldRow[]>(text, [at, processId, CLAIM_TIME, holdsPerWallet]);
  }

  async releaseClaims(processId: string): Promise<void> {
    await this.rows.query('delete from hold_expiry_claims where claimed_by = $1', [processId]);
  }
}

/** How long a process has to expire the holds that it claimed. */
const CLAIM_TIME = '30 seconds';
/** The wallets of so many of the oldest expired holds are claimed, and at most so many wallets. */
const DUE_HOLDS = 1_000;
const CLAIM_WALLETS = 100;
