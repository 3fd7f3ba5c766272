/** The people of organisations who want e-mail. */
import type { NotificationKind } from '@kushk/contracts';
import { MailPeople, mailProviders as mailProvidersOf, type MailSubscriber } from '@kushk/mail';
import type { Identity } from '@kushk/person-session';
import { Notices } from '../notification/notice.view.js';
import { kindOf, PersonNotifications } from '../notification/person-notifications.js';
import { People } from '../person/person.view.js';
import { ProposalAttention } from '../proposal/attention.view.js';
import { MAIL_NAMES } from './mail-names.js';
import { MailSubscribers, type SubscribedPerson } from './mail-subscribers.view.js';

class PeopleOfOrganisations implements MailPeople<NotificationKind> {
  constructor(
    private readonly subscribers: MailSubscribers,
    private readonly notifications: PersonNotifications,
  ) {}

  async page(after: string) {
    return (await this.subscribers.page(after)).map((one) => this.withItems(one));
  }

  async find(personId: string) {
    const found = await this.subscribers.find(personId);
    return found === null ? null : this.withItems(found);
  }

  async knows({ issuer, subject }: Identity) {
    return await this.subscribers.knows(issuer, subject);
  }

  async deleteFormerAddresses() {
    await this.subscribers.deleteFormerAddresses();
  }

  async among(personIds: readonly string[], organisationId: string | null) {
    return organisationId === null ? personIds : await this.subscribers.among(personIds, organisationId);
  }

  private withItems(person: SubscribedPerson): MailSubscriber<NotificationKind> {
    return {
      ...person,
      path: '/notifications',
      items: async (at) =>
        (await this.notifications.of(person, at)).map((one) => ({
          ...{ id: one.id, at: one.at, kind: kindOf(one) },
          count: one.kind === 'proposals_waiting' ? one.count : 1,
        })),
    };
  }
}

/** What sends notifications by e-mail. */
export const mailProviders = [
  ...mailProvidersOf({ names: MAIL_NAMES, originOf: ({ serviceOrigin }) => serviceOrigin }),
  MailSubscribers,
  {
    provide: PersonNotifications,
    inject: [People, ProposalAttention, Notices],
    useFactory: (people: People, attention: ProposalAttention, notices: Notices) =>
      new PersonNotifications(people, attention, notices),
  },
  {
    provide: MailPeople,
    inject: [MailSubscribers, PersonNotifications],
    useFactory: (subscribers: MailSubscribers, notifications: PersonNotifications) =>
      new PeopleOfOrganisations(subscribers, notifications),
  },
];
