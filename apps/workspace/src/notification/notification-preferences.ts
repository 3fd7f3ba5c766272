/** What a person wants to get of each kind of notification. */
import {
  notificationKinds,
  type NotificationKind,
  type NotificationPreference,
  type NotificationPreferences,
} from '@kushk/contracts';

const DEFAULT: NotificationPreference = { page: true, email: 'off' };

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

/** The same preferences for the page, and no e-mail. */
export function withoutMail(chosen: NotificationPreferences): NotificationPreferences {
  const entries = Object.entries(chosen).map(([kind, { page }]) => [kind, { page, email: 'off' }] as const);
  return Object.fromEntries(entries);
}

/** From when on the person has wanted e-mail of each kind. */
export function mailSince(
  before: Readonly<Partial<Record<NotificationKind, string>>>,
  chosen: NotificationPreferences,
  at: string,
): Readonly<Partial<Record<NotificationKind, string>>> {
  const wanted = (Object.keys(chosen) as NotificationKind[]).filter((kind) => chosen[kind]?.email !== 'off');
  return Object.fromEntries(wanted.map((kind) => [kind, before[kind] ?? at]));
}
