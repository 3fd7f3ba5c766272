import type { HubNotificationResource, Page } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { notificationPage, preferenceOf } from '@kushk/person-session';
import type { HubNotification } from './hub-notifications.js';
import { notificationReaderStream, readerIdOf } from './notification-reader.js';

interface ReplyOptions {
  readonly store: Pick<EventStore, 'load'>;
  readonly as: 'staff' | 'member';
  readonly subject: string;
  /** Whether one kind was asked for. Then it is listed even when the person does not want it on the page. */
  readonly isOfOneKind?: boolean;
  readonly now: Date;
  /** The key after which the page starts. */
  readonly start: string | null;
  readonly limit: number;
}

/** The page of a list, with what the person wants of it and has read. */
export async function notificationsReply(
  all: readonly HubNotification[],
  { store, as, subject, isOfOneKind = false, ...page }: ReplyOptions,
): Promise<Page<HubNotificationResource> & { readonly unread: number }> {
  const { state: reader } = await store.load(streamRef(notificationReaderStream, readerIdOf(as, subject)));
  const listed = all.filter(({ kind }) => isOfOneKind || preferenceOf(kind, reader.preferences).page);
  const { rows, next_cursor, unread } = notificationPage(listed, { ...page, readUntil: reader.readUntil });
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next_cursor, unread };
}
