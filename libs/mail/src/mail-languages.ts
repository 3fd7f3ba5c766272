/** The language that a person has chosen for the pages. */
import { streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { chosenOf, personPreferencesStream, preferencesIdOf } from '@kushk/person-session';
import type { MailLanguage } from './mail-texts.js';

export class MailLanguages {
  constructor(private readonly store: EventStore) {}

  async of(identity: { readonly issuer: string; readonly subject: string }): Promise<MailLanguage> {
    const { state } = await this.store.load(streamRef(personPreferencesStream, preferencesIdOf(identity)));
    return chosenOf(state)?.language ?? 'fa';
  }
}
