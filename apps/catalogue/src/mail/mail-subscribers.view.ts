/** The people of the hub who want e-mail, and of what. */
import type { HubRole } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import {
  notificationReaderStream,
  type NotificationReader,
  type ReaderId,
} from '../notification/notification-reader.js';

@Entity('mail_subscribers')
export class MailSubscriberRow {
  /** The id of the person as staff or as a member. */
  @PrimaryColumn('text') stream_id: string;
  @Column('json') reader: ReaderId;
  @Column('json') preferences: NotificationReader['preferences'];
  @Column('json') since: NotificationReader['mailSince'];
}

export const mailSubscribers = stateView({
  entity: MailSubscriberRow,
  of: notificationReaderStream,
  row: ({ reader, preferences, mailSince }) =>
    reader === null || Object.keys(mailSince).length === 0 ? null : { reader, preferences, since: mailSince },
});

/** A subscriber with the stored address, and with the roles and publishers of this moment. */
export interface SubscribedPerson {
  readonly personId: string;
  readonly reader: ReaderId;
  readonly preferences: NotificationReader['preferences'];
  readonly mailSince: NotificationReader['mailSince'];
  readonly issuer: string;
  readonly subject: string;
  readonly sealedAddress: string;
  /** Empty for someone who is not on the staff. */
  readonly roles: readonly HubRole[];
  /** The ids of the publishers of which the person is a member. */
  readonly publishers: readonly string[];
}

const PER_READ = 500;
/** The hub knows people by their subject alone, because it has one sign-in provider. */
const SUBSCRIBERS = `
  select s.stream_id as "personId", s.reader, s.preferences, s.since as "mailSince",
    a.issuer, a.subject, a.sealed as "sealedAddress",
    coalesce((select t.resource->'roles' from staff t where t.resource->>'subject' = a.subject limit 1), '[]') as roles,
    array(select m.publisher_id from publisher_members m where m.subject = a.subject order by 1) as publishers
  from mail_subscribers s cross join lateral (
    select * from mail_addresses where subject = s.reader->>'subject' order by issuer limit 1) a`;
const BELONGS = (subject: string): string =>
  `(exists (select from staff t where t.resource->>'subject' = ${subject})
    or exists (select from publisher_members m where m.subject = ${subject}))`;

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

  /** Null for a person who wants no e-mail any more, or has no verified address. */
  async find(personId: string): Promise<SubscribedPerson | null> {
    const [row] = await this.database.query<SubscribedPerson[]>(`${SUBSCRIBERS} where s.stream_id = $1`, [personId]);
    return row ?? null;
  }

  /** Whether an address of the person is stored. */
  async hasAddress(subject: string): Promise<boolean> {
    const found = await this.database.query<unknown[]>('select from mail_addresses where subject = $1', [subject]);
    return found.length > 0;
  }

  /** Whether a person is on the staff, or a member of a publisher. */
  async knows(subject: string): Promise<boolean> {
    const [row] = await this.database.query<{ found: boolean }[]>(`select ${BELONGS('$1')} as found`, [subject]);
    return row?.found === true;
  }

  /** Deletes the addresses of people who are neither on the staff nor members of a publisher any more. */
  async deleteFormerAddresses(): Promise<void> {
    await this.database.query(`delete from mail_addresses a where not ${BELONGS('a.subject')}`);
  }
}
