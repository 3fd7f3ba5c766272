/** What a person has chosen for the pages, on the hub or on an instance. One stream per person. */
import { accept, unreachable, type Decision, type Fact, type StreamType } from '@kushk/decider';
import { inputHash } from '@kushk/credentials';
import type { Identity } from './person-session.js';

export interface Preferences {
  readonly language: 'fa' | 'en';
  readonly theme: 'auto' | 'light' | 'dark';
}
export type PersonPreferencesFact = Fact<'PreferencesChanged', Identity & Preferences>;
export type PersonPreferences = { readonly status: 'absent' } | ({ readonly status: 'chosen' } & Preferences);

export const personPreferencesStream: StreamType<PersonPreferences, PersonPreferencesFact> = {
  category: 'person_preferences',
  factTypes: { PreferencesChanged: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve: (_preferences, { data: { language, theme } }) => ({ status: 'chosen', language, theme }),
};

/** The stream of a person. A hash, because an issuer and a subject can be long. */
export function preferencesIdOf({ issuer, subject }: Identity): string {
  return inputHash(['preferences', issuer, subject]);
}

/** Stores what the person chose. Repeating a choice records nothing. */
export function changePreferences(
  { issuer, subject, language, theme }: Identity & Preferences,
  preferences: PersonPreferences,
): Decision<readonly PersonPreferencesFact[], null> {
  const facts: readonly PersonPreferencesFact[] = [
    { type: 'PreferencesChanged', data: { issuer, subject, language, theme } },
  ];
  switch (preferences.status) {
    case 'absent':
      return accept(facts, null);
    case 'chosen':
      return accept(preferences.language === language && preferences.theme === theme ? [] : facts, null);
    default:
      return unreachable(preferences);
  }
}

/** The choice of a person, or null. */
export function chosenOf(preferences: PersonPreferences): Preferences | null {
  if (preferences.status === 'absent') return null;
  const { language, theme } = preferences;
  return { language, theme };
}
