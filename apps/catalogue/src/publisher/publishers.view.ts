/** The publishers that the operator added. */
import type { PublisherResource } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import { publisherStream } from './publisher.js';

@Entity('publishers')
export class PublisherRow {
  /** The id of the publisher. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') name: string;
}

export const publishersView = stateView({
  entity: PublisherRow,
  of: publisherStream,
  row: (publisher) => (publisher.status === 'absent' ? null : { name: publisher.name }),
});

@Injectable()
export class Publishers {
  constructor(@InjectRepository(PublisherRow) private readonly publishers: Repository<PublisherRow>) {}

  /** Returns one page by id, and one more publisher when there is a next page. */
  async page({
    start,
    limit,
  }: {
    readonly start: string | null;
    readonly limit: number;
  }): Promise<PublisherResource[]> {
    const rows = await this.publishers.find({
      where: start === null ? {} : { stream_id: MoreThan(start) },
      order: { stream_id: 'ASC' },
      take: limit + 1,
    });
    return rows.map(({ stream_id: id, name }) => ({ id, name }));
  }

  async all(): Promise<PublisherResource[]> {
    const rows = await this.publishers.find({ order: { stream_id: 'ASC' } });
    return rows.map(({ stream_id: id, name }) => ({ id, name }));
  }

  /** Returns the name of a publisher. Throws when there is none with this id. */
  async nameOf(id: string): Promise<string> {
    return (await this.publishers.findOneByOrFail({ stream_id: id })).name;
  }
}
