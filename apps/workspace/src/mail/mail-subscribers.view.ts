/** The people who want e-mail, and of what. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { notificationReaderStream, type NotificationReader } from '../notification/notification-reader.js';

@Entity('mail_subscribers')
export class MailSubscriberRow {
  /** The id of the person. */
  @PrimaryColumn('text') stream_id: string;
  @Column('json') preferences: NotificationReader['preferences'];
  @Column('json') since: NotificationReader['mailSince'];
}

export const mailSubscribers = stateView({
  entity: MailSubscriberRow,
  of: notificationReaderStream,
  row: ({ preferences, mailSince }) => (Object.keys(mailSince).length === 0 ? null : { preferences, since: mailSince }),
});

/** A subscriber with the membership and the stored address. */
export interface SubscribedPerson {
  readonly personId: string;
  readonly organisationId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly sealedAddress: string;
  readonly preferences: NotificationReader['preferences'];
  readonly mailSince: NotificationReader['mailSince'];
}

const PER_READ = 500;
const SUBSCRIBERS = `
  select s.stream_id as "personId", s.preferences, s.since as "mailSince", p.organisation_id as "organisationId",
    p.issuer, p.subject, a.sealed as "sealedAddress"
  from mail_subscribers s join people p on p.stream_id = s.stream_id
  join mail_addresses a on a.issuer = p.issuer and a.subject = p.subject`;

@Injectable()
export class MailSubscribers {
  constructor(private readonly database: DataSource) {}

  /** Those with an address, in pages by id. */
  async page(after: string): Promise<readonly SubscribedPerson[]> {
    return await this.database.query<SubscribedPerson[]>(
      `${SUBSCRIBERS} where s.stream_id > $1 order by s.stream_id limit ${PER_READ}`,
      [after],
    );
  }

  /** Null for a person who has left, wants no e-mail any more, or has no verified address. */
  async find(personId: string): Promise<SubscribedPerson | null> {
    const [row] = await this.database.query<SubscribedPerson[]>(`${SUBSCRIBERS} where s.stream_id = $1`, [personId]);
    return row ?? null;
  }

  /** Whether an address of the person is stored. */
  async hasAddress(personId: string): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `select from mail_addresses a join people p on p.issuer = a.issuer and p.subject = a.subject
       where p.stream_id = $1`,
      [personId],
    );
    return found.length > 0;
  }

  /** Whether a person belongs to an organisation. */
  async knows(issuer: string, subject: string): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      'select from people where issuer = $1 and subject = $2 limit 1',
      [issuer, subject],
    );
    return found.length > 0;
  }

  /** Deletes the addresses of people who belong to no organisation any more. */
  async deleteFormerAddresses(): Promise<void> {
    await this.database.query(
      `delete from mail_addresses a
       where not exists (select from people p where p.issuer = a.issuer and p.subject = a.subject)`,
    );
  }

  async among(personIds: readonly string[], organisationId: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ stream_id: string }[]>(
      'select stream_id from people where stream_id = any($1) and organisation_id = $2',
      [personIds, organisationId],
    );
    return rows.map(({ stream_id }) => stream_id);
  }
}
