/** The members of publishers, for lists and for the publishers of a person. Authentication reads the streams. */
import { MAX_PUBLISHERS_OF_PERSON, type MemberResource, type PublisherResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import { memberStream } from './member.js';

@Entity('publisher_members')
export class MemberRow {
  /** The id of the member. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') subject: string;
  @Column('text') name: string;
  @Column('timestamptz') added_at: Date;
}

export const membersView = stateView({
  entity: MemberRow,
  of: memberStream,
  row: (member) => {
    if (member.status !== 'active') return null;
    const { publisherId: publisher_id, subject, name, addedAt } = member;
    return { publisher_id, subject, name, added_at: new Date(addedAt) };
  },
});

@Injectable()
export class PublisherMembers {
  constructor(@InjectRepository(MemberRow) private readonly rows: Repository<MemberRow>) {}

  /** Lists up to `limit` members of a publisher ordered by id, beginning after the id `start`. */
  async list(publisherId: string, start: string | null, limit: number): Promise<MemberResource[]> {
    const where = { publisher_id: publisherId, ...(start !== null && { stream_id: MoreThan(start) }) };
    const rows = await this.rows.find({ where, order: { stream_id: 'ASC' }, take: limit });
    return rows.map(({ stream_id: id, subject, name, added_at }) => ({
      id,
      subject,
      name,
      added_at: added_at.toISOString(),
    }));
  }

  /** Returns the publishers that a person belongs to, ordered by name. */
  async publishersOf(subject: string): Promise<PublisherResource[]> {
    return await this.rows.query<PublisherResource[]>(
      `select publisher.stream_id as id, publisher.name
       from publisher_members member join publishers publisher on publisher.stream_id = member.publisher_id
       where member.subject = $1 order by publisher.name, publisher.stream_id limit $2`,
      [subject, MAX_PUBLISHERS_OF_PERSON],
    );
  }
}
