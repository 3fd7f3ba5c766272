import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, endpointAndFeed, installationId, registered, removed } from '../../../test/endpoint-facts.js';
import type { NewEvent } from '../feed.js';
import { appendTestEvent, type AppendTestEvent } from './append-test-event.js';

const event: NewEvent = {
  eventId: 'evt_1',
  installationId,
  eventType: 'plugin.paused',
  createdAt: at,
  data: { status: 'paused' },
};
const command: AppendTestEvent = { organisationId: 'org_a', event };

describe('appendTestEvent', () => {
  it('appends the event like one that happened, and returns its place in the feed', () => {
    const outcome = given(endpointAndFeed(registered)).when((states) => appendTestEvent(command, states));
    expect(outcome.facts.map(({ type }) => type)).toEqual(['EventAppended']);
    outcome.thenReplies({ event_id: 'evt_1', type: 'plugin.paused', sequence: 1 });
  });

  it('appends a ping to the feed of every plugin', () => {
    const ping: NewEvent = { ...event, eventType: 'plugin.ping', data: {} };
    given(endpointAndFeed(registered))
      .when((states) => appendTestEvent({ ...command, event: ping }, states))
      .thenReplies({ type: 'plugin.ping', sequence: 1 });
  });

  it('refuses an event that the manifest does not list', () => {
    const low: NewEvent = {
      ...event,
      eventType: 'plugin.wallet.low',
      data: { available: '1', threshold: '2' },
    };
    given(endpointAndFeed(registered))
      .when((states) => appendTestEvent({ ...command, event: low }, states))
      .thenRefuses('events.not_subscribed', { type: 'plugin.wallet.low' });
  });

  it('refuses an installation that is removed, unknown or of another organisation', () => {
    for (const facts of [[registered, removed], []])
      given(endpointAndFeed(...facts))
        .when((states) => appendTestEvent(command, states))
        .thenRefuses('installation.not_found');
    given(endpointAndFeed(registered))
      .when((states) => appendTestEvent({ ...command, organisationId: 'org_b' }, states))
      .thenRefuses('installation.not_found');
  });
});
