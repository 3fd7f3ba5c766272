/** The staff and the people of publishers who want e-mail. */
import type { HubNotificationKind } from '@kushk/contracts';
import { MailPeople, mailProviders as mailProvidersOf, type MailSubscriber } from '@kushk/mail';
import type { Identity } from '@kushk/person-session';
import { InstancesHealth } from '../instance/list-instances/instance-health.view.js';
import { Instances } from '../instance/instances.view.js';
import { memberNotifications, staffNotifications, type NotificationParts } from '../notification/hub-notifications.js';
import { NotificationSources } from '../notification/notification-sources.view.js';
import { MAIL_NAMES } from './mail-names.js';
import { MailSubscribers, type SubscribedPerson } from './mail-subscribers.view.js';

class PeopleOfHub implements MailPeople<HubNotificationKind> {
  constructor(
    private readonly subscribers: MailSubscribers,
    private readonly parts: NotificationParts,
  ) {}

  async page(after: string) {
    return (await this.subscribers.page(after)).map((one) => this.withItems(one));
  }

  async find(personId: string) {
    const found = await this.subscribers.find(personId);
    return found === null ? null : this.withItems(found);
  }

  async knows({ subject }: Identity) {
    return await this.subscribers.knows(subject);
  }

  async deleteFormerAddresses() {
    await this.subscribers.deleteFormerAddresses();
  }

  /** The mailbox of development shows the mails of everyone. */
  async among(personIds: readonly string[]) {
    return personIds;
  }

  private withItems(person: SubscribedPerson): MailSubscriber<HubNotificationKind> {
    const [publisher] = person.publishers;
    const isMember = person.reader.as === 'member';
    return {
      ...person,
      path: isMember && publisher !== undefined ? `/portal/${publisher}/notifications` : '/notifications',
      items: async (at) => (await this.notificationsOf(person, at)).map((one) => ({ ...one, count: 1 })),
    };
  }

  private notificationsOf({ reader: { as, subject }, roles, publishers }: SubscribedPerson, at: Date) {
    return as === 'staff'
      ? staffNotifications(this.parts, { subject, roles, kind: null }, at)
      : memberNotifications(this.parts.sources, { subject, publishers }, at);
  }
}

/** What sends notifications by e-mail. */
export const mailProviders = [
  ...mailProvidersOf({ names: MAIL_NAMES, originOf: ({ baseUrl }) => baseUrl }),
  MailSubscribers,
  NotificationSources,
  {
    provide: MailPeople,
    inject: [MailSubscribers, NotificationSources, Instances, InstancesHealth],
    useFactory: (...[subscribers, sources, instances, health]: PeopleDependencies) =>
      new PeopleOfHub(subscribers, { sources, instances, health }),
  },
];
type PeopleDependencies = [MailSubscribers, NotificationSources, Instances, InstancesHealth];
