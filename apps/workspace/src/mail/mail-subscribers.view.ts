/** The people who want e-mail, and of what. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { notificationReaderStream } from '../notification/notification-reader.js';
import type { MailWishes } from './mail-selection.js';

@Entity('mail_subscribers')
export class MailSubscriberRow {
  /** The id of the person. */
  @PrimaryColumn('text') stream_id: string;
  @Column('json') preferences: MailWishes['preferences'];
  @Column('json') since: MailWishes['since'];
}

export const mailSubscribers = stateView({
  entity: MailSubscriberRow,
  of: notificationReaderStream,
  row: ({ preferences, mailSince }) => (Object.keys(mailSince).length === 0 ? null : { preferences, since: mailSince }),
});

/** A subscriber with the membership and the stored address. */
export interface MailSubscriber extends MailWishes {
  readonly person_id: string;
  readonly organisation_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly sealed_address: string;
}

const PER_READ = 500;
const SUBSCRIBERS = `
  select s.stream_id as person_id, s.preferences, s.since, p.organisation_id, p.issuer, p.subject,
    a.sealed as sealed_address
  from mail_subscribers s join people p on p.stream_id = s.stream_id
  join mail_addresses a on a.issuer = p.issuer and a.subject = p.subject`;

@Injectable()
export class MailSubscribers {
  constructor(private readonly database: DataSource) {}

  /** Those with an address, in pages by id. */
  async page(after: string): Promise<readonly MailSubscriber[]> {
    return await this.database.query<MailSubscriber[]>(
      `${SUBSCRIBERS} where s.stream_id > $1 order by s.stream_id limit ${PER_READ}`,
      [after],
    );
  }

  /** Null for a person who has left, wants no e-mail any more, or has no verified address. */
  async find(personId: string): Promise<MailSubscriber | null> {
    const [row] = await this.database.query<MailSubscriber[]>(`${SUBSCRIBERS} where s.stream_id = $1`, [personId]);
    return row ?? null;
  }
}
