/** What a person wants to get of each kind of notification, on the hub and on instances. */

/** What a person wants to get of a kind. */
export interface NotificationPreference {
  /** Whether the page lists it and counts it as unread. */
  readonly page: boolean;
  /** `daily`: with all others of a day, at eight in the morning in Tehran. */
  readonly email: 'off' | 'at_once' | 'daily';
}
/** A kind that is absent has its default. */
export type PreferencesByKind<Kind extends string> = Readonly<Partial<Record<Kind, NotificationPreference>>>;
/**
 * Whether e-mail reaches the person. `off`: none is sent. `mailbox`: nothing is sent, and the mailbox of development
 * shows it. `no_address`: the sign-in provider has given no verified address.
 */
export type MailState = 'off' | 'mailbox' | 'no_address' | 'ready';
