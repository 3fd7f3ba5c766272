/** The staff, for lists. Authentication reads the streams. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import { staffStream, type StaffData } from './staff-member.js';

@Entity('staff')
export class StaffRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('json') resource: StaffData;
}

export const staffView = stateView({
  entity: StaffRow,
  of: staffStream,
  row: (member) => {
    if (member.status !== 'active') return null;
    const { id, subject, name, roles } = member;
    return { resource: { id, subject, name, roles } };
  },
});

@Injectable()
export class StaffRows {
  constructor(@InjectRepository(StaffRow) private readonly rows: Repository<StaffRow>) {}

  /** Lists staff ordered by id, beginning after the id `start`. */
  async list(start: string | null, limit: number): Promise<StaffRow[]> {
    const where = start === null ? {} : { stream_id: MoreThan(start) };
    return await this.rows.find({ where, order: { stream_id: 'ASC' }, take: limit });
  }
}
