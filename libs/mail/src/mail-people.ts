/** What a service knows of the people who want e-mail. */
import type { Identity, StoredPreferences } from '@kushk/person-session';

/** What a person is notified of. */
export interface MailItem<Kind extends string> {
  readonly id: string;
  readonly at: Date;
  readonly kind: Kind;
  /** How many it stands for. */
  readonly count: number;
}
/** Someone who wants e-mail and has a verified address. */
export interface MailSubscriber<Kind extends string> extends StoredPreferences<Kind> {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly sealedAddress: string;
  /** The path of the page that lists the notifications. */
  readonly path: string;
  /** What the person is notified of at a moment, with the rights of that moment. */
  items(at: Date): Promise<readonly MailItem<Kind>[]>;
}

/** Each service that sends e-mail provides it. */
export abstract class MailPeople<Kind extends string = string> {
  /** In pages by id, beginning after this id. An empty page is the last one. */
  abstract page(after: string): Promise<readonly MailSubscriber<Kind>[]>;
  /** Null for a person who has left, wants no e-mail any more, or has no verified address. */
  abstract find(personId: string): Promise<MailSubscriber<Kind> | null>;
  /** Whether the person belongs to the service at this moment. */
  abstract knows(identity: Identity): Promise<boolean>;
  /** Deletes the addresses of people who have left. */
  abstract deleteFormerAddresses(): Promise<void>;
  /** Those of these people who belong to the organisation; all of them when it is null. */
  abstract among(personIds: readonly string[], organisationId: string | null): Promise<readonly string[]>;
}
