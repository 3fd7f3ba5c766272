/** What a person wants to get of each kind of notification. The kinds are those of the hub or of instances. */
import type { NotificationPreference, PreferencesByKind } from '@kushk/contracts';
import { accept, type Accepted } from '@kushk/decider';

const DEFAULT: NotificationPreference = { page: true, email: 'off' };

/** From when on a person has wanted e-mail, by kind. */
export type MailSince<Kind extends string> = Readonly<Partial<Record<Kind, string>>>;
/** What a stream stores of a person's wishes. */
export interface StoredPreferences<Kind extends string> {
  /** A kind that is absent has its default. */
  readonly preferences: PreferencesByKind<Kind>;
  readonly mailSince: MailSince<Kind>;
}

/** The preferences for all kinds that a person is offered. */
export function preferencesFor<Kind extends string>(
  offered: readonly Kind[],
  chosen: PreferencesByKind<Kind>,
): PreferencesByKind<Kind> {
  const entries = offered.map((kind) => [kind, preferenceOf(kind, chosen)]);
  return Object.fromEntries(entries) as PreferencesByKind<Kind>;
}

/** What a person wants of a kind: its default, unless the person has chosen. */
export function preferenceOf<Kind extends string>(kind: Kind, chosen: PreferencesByKind<Kind>): NotificationPreference {
  return chosen[kind] ?? DEFAULT;
}

/** Replaces what a person wants, and returns it for the kinds that the person is offered. */
export function replacePreferences<Kind extends string, Fact>(
  { offered, preferences }: { readonly offered: readonly Kind[]; readonly preferences: PreferencesByKind<Kind> },
  stored: StoredPreferences<Kind>,
  factOf: (preferences: PreferencesByKind<Kind>) => Fact,
): Accepted<readonly Fact[], PreferencesByKind<Kind>> {
  const isSame = JSON.stringify(preferences) === JSON.stringify(stored.preferences);
  return accept(isSame ? [] : [factOf(preferences)], preferencesFor(offered, preferences));
}

/** Ends all e-mails to a person. The preferences for the page stay. */
export function endMail<Kind extends string, Fact>(
  { preferences, mailSince }: StoredPreferences<Kind>,
  factOf: (preferences: PreferencesByKind<Kind>) => Fact,
): Accepted<readonly Fact[], null> {
  if (Object.keys(mailSince).length === 0) return accept([], null);
  const kinds = Object.keys(preferences) as Kind[];
  const entries = kinds.map((kind) => [kind, { ...preferenceOf(kind, preferences), email: 'off' }]);
  return accept([factOf(Object.fromEntries(entries) as PreferencesByKind<Kind>)], null);
}

/** What is stored when a person has chosen at this time. */
export function storedPreferences<Kind extends string>(
  before: MailSince<Kind>,
  preferences: PreferencesByKind<Kind>,
  at: string,
): StoredPreferences<Kind> {
  const wanted = (Object.keys(preferences) as Kind[]).filter((kind) => preferences[kind]?.email !== 'off');
  const entries = wanted.map((kind) => [kind, before[kind] ?? at]);
  return { preferences, mailSince: Object.fromEntries(entries) as MailSince<Kind> };
}
