import type { NotificationPreferences } from '@kushk/contracts';
import type { Accepted } from '@kushk/decider';
import { replacePreferences } from '@kushk/person-session';
import { kindsFor } from '../notification-preferences.js';
import type { NotificationReader, NotificationReaderFact } from '../notification-reader.js';

export interface SetPreferences {
  readonly personId: string;
  readonly role: 'admin' | 'member';
  readonly preferences: NotificationPreferences;
  readonly at: string;
}

/** Replaces what a person wants to get. Those of kinds that only admins get stay for a person who becomes one. */
export function setPreferences(
  { personId, role, preferences, at }: SetPreferences,
  reader: NotificationReader,
): Accepted<readonly NotificationReaderFact[], NotificationPreferences> {
  return replacePreferences({ offered: kindsFor(role), preferences }, reader, () => ({
    type: 'NotificationPreferencesSet',
    data: { personId, preferences, at },
  }));
}
