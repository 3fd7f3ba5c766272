import { describe, expect, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import {
  changePreferences,
  personPreferencesStream,
  preferencesIdOf,
  type PersonPreferencesFact,
} from './person-preferences.js';

const sara = { issuer: 'https://sign-in', subject: 'sara' };
const dark: PersonPreferencesFact = { type: 'PreferencesChanged', data: { ...sara, language: 'fa', theme: 'dark' } };
const change = (...facts: readonly PersonPreferencesFact[]) =>
  given({ preferences: [personPreferencesStream, ...facts] }).when(({ preferences }) =>
    forStream('preferences', changePreferences({ ...sara, language: 'fa', theme: 'dark' }, preferences)),
  );

describe('changePreferences', () => {
  it('stores a choice, and records nothing when it is repeated', () => {
    change().thenFactsOf({ preferences: [dark] });
    change({ ...dark, data: { ...dark.data, theme: 'light' } }).thenFactsOf({ preferences: [dark] });
    change(dark).thenFactsOf({});
  });
});

describe('preferencesIdOf', () => {
  it('differs for the same subject at another provider', () => {
    expect(preferencesIdOf(sara)).not.toBe(preferencesIdOf({ ...sara, issuer: 'https://other' }));
  });
});
