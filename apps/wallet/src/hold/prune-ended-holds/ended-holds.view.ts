/** The holds that have ended, by age, until their states are removed from the log's table of states. */
import { factView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';
import { holdStream } from '../hold.js';

@Entity('ended_holds')
export class EndedHoldRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id: string;
  @Column('text') stream_id: string;
  @Column('timestamptz') ended_at: Date;
}

/** A hold that expires and is settled late has two rows. */
export const endedHolds = factView({
  entity: EndedHoldRow,
  of: holdStream,
  isQueue: true,
  rows: (fact) => (fact.type === 'HoldPlaced' ? [] : [{ stream_id: fact.id, ended_at: new Date(fact.data.at) }]),
});

@Injectable()
export class EndedHolds {
  constructor(@InjectRepository(EndedHoldRow) private readonly rows: Repository<EndedHoldRow>) {}

  /**
   * Removes the states of at most `limit` holds that ended before a time, oldest first, and returns how many rows of
   * the queue it has processed. The facts stay in the log. Several processes get different holds.
   */
  async removeStates(endedBefore: Date, limit: number): Promise<number> {
    const text = `
      with gone as (
        delete from ended_holds where id in (
          select id from ended_holds where ended_at < $1 order by ended_at limit $2 for update skip locked)
        returning stream_id),
      removed as (
        delete from log_streams where stream_id in (select '${holdStream.category}-' || stream_id from gone))
      select count(*)::int as count from gone`;
    const [row] = await this.rows.query<{ count: number }[]>(text, [endedBefore, limit]);
    return row?.count ?? 0;
  }
}
