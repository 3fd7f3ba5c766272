/** What a person wants to get of each kind of notification. */
import {
  notificationKinds,
  type NotificationKind,
  type NotificationPreference,
  type NotificationPreferences,
} from '@kushk/contracts';

const DEFAULT: NotificationPreference = { page: true };

/** The preferences for all kinds that a person with this role can get. */
export function preferencesFor(role: 'admin' | 'member', chosen: NotificationPreferences): NotificationPreferences {
  const kinds = Object.keys(notificationKinds) as readonly NotificationKind[];
  const offered = kinds.filter((kind) => role === 'admin' || notificationKinds[kind] === 'member');
  return Object.fromEntries(offered.map((kind) => [kind, preferenceOf(kind, chosen)]));
}

/** What a person wants of a kind: its default, unless the person has chosen. */
export function preferenceOf(kind: NotificationKind, chosen: NotificationPreferences): NotificationPreference {
  return chosen[kind] ?? DEFAULT;
}
