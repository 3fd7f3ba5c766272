import { notificationKinds, type NotificationKind } from '@kushk/contracts';

/** The kinds that a person with this role can get. */
export function kindsFor(role: 'admin' | 'member'): readonly NotificationKind[] {
  const kinds = Object.keys(notificationKinds) as readonly NotificationKind[];
  return kinds.filter((kind) => role === 'admin' || notificationKinds[kind] === 'member');
}
