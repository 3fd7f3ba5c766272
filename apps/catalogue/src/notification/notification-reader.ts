/** What a person has read, and wants to get, as staff and as a member of publishers: the two lists differ. */
import {
  PUBLISHER_NOTIFICATION_KINDS,
  staffNotificationKinds,
  type HubNotificationKind,
  type HubNotificationPreferences,
  type HubRole,
  type StaffNotificationKind,
} from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { unreachable, type Accepted, type Decision, type Fact, type StreamType } from '@kushk/decider';
import {
  moveReadUntil,
  replacePreferences,
  storedPreferences,
  type MarkRead,
  type StoredPreferences,
} from '@kushk/person-session';

/** A person of the hub in one of two places. A person may be in both. */
export interface ReaderId {
  readonly as: 'staff' | 'member';
  readonly subject: string;
}
export type NotificationReaderFact =
  | Fact<'NotificationsRead', { readonly until: string }>
  /** Replaces all preferences. */
  | Fact<
      'NotificationPreferencesSet',
      ReaderId & { readonly preferences: HubNotificationPreferences; readonly at: string }
    >;
export interface NotificationReader extends StoredPreferences<HubNotificationKind> {
  /** Null for a person who has not read any. */
  readonly readUntil: string | null;
  /** Null for a person who has never chosen. */
  readonly reader: ReaderId | null;
}

export const notificationReaderStream: StreamType<NotificationReader, NotificationReaderFact> = {
  category: 'notification_reader',
  factTypes: { NotificationsRead: true, NotificationPreferencesSet: true },
  initial: { readUntil: null, reader: null, preferences: {}, mailSince: {} },
  stateVersion: 2,
  evolve: (state, fact) => {
    switch (fact.type) {
      case 'NotificationsRead':
        return { ...state, readUntil: fact.data.until };
      case 'NotificationPreferencesSet': {
        const { as, subject, preferences, at } = fact.data;
        return { ...state, reader: { as, subject }, ...storedPreferences(state.mailSince, preferences, at) };
      }
      default:
        return unreachable(fact);
    }
  },
};

/** The stream of a person. A hash, because a subject can be long. */
export function readerIdOf(as: 'staff' | 'member', subject: string): string {
  return inputHash(['notifications', as, subject]);
}

/** The kinds that staff with these roles can get; with null, the members of publishers. */
export function kindsFor(roles: readonly HubRole[] | null): readonly HubNotificationKind[] {
  if (roles === null) return PUBLISHER_NOTIFICATION_KINDS;
  const kinds = Object.keys(staffNotificationKinds) as StaffNotificationKind[];
  return kinds.filter((kind) => staffNotificationKinds[kind].some((role) => roles.includes(role)));
}

export function markRead(
  until: MarkRead,
  { readUntil }: NotificationReader,
): Decision<readonly NotificationReaderFact[], { readonly read_until: string }> {
  return moveReadUntil(until, readUntil, (read) => ({ type: 'NotificationsRead', data: { until: read } }));
}

export interface SetPreferences {
  readonly subject: string;
  /** Null for a member of publishers. */
  readonly roles: readonly HubRole[] | null;
  readonly preferences: HubNotificationPreferences;
  readonly at: string;
}

/** Replaces what a person wants to get. Those of kinds that other roles get stay for a person who gets the role. */
export function setPreferences(
  { subject, roles, preferences, at }: SetPreferences,
  reader: NotificationReader,
): Accepted<readonly NotificationReaderFact[], HubNotificationPreferences> {
  const as = roles === null ? 'member' : 'staff';
  return replacePreferences({ offered: kindsFor(roles), preferences }, reader, () => ({
    type: 'NotificationPreferencesSet',
    data: { as, subject, preferences, at },
  }));
}
