import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  capabilities,
  endpointAndFeed,
  installationId,
  pollingRegistered,
  registered,
  removed,
} from '../../../test/endpoint-facts.js';
import { feedStream, type EventAppended } from '../../feed/feed.js';
import { changeCapabilities, type ChangeCapabilities } from './change-capabilities.js';

const nextVersion: ChangeCapabilities = {
  installationId,
  capabilities: {
    ...capabilities,
    version: '1.1.0',
    scopes: ['cases.read'],
    subscribedEvents: ['plugin.version.changed', 'plugin.scopes.changed'],
  },
  eventIds: ['evt_1', 'evt_2'],
  at,
};

describe('changeCapabilities', () => {
  it('appends a version event and a scopes event when the new version subscribes to them', () => {
    const changed = given(endpointAndFeed(registered)).when((states) => changeCapabilities(states, nextVersion));
    const events = changed.facts.filter((fact): fact is EventAppended => fact.type === 'EventAppended');
    expect(events.map(({ data }) => (JSON.parse(data.body) as { data: unknown }).data)).toEqual([
      { version: '1.1.0', previous: '1.0.0' },
      { scopes: ['cases.read'], added: ['cases.read'], removed: ['records.own'] },
    ]);
    expect(changed.state.endpoint).toMatchObject({ version: '1.1.0', scopes: ['cases.read'] });
  });

  it('appends no event when the version and the scopes stay the same', () => {
    const subscribedEvents = nextVersion.capabilities.subscribedEvents;
    const command = { ...nextVersion, capabilities: { ...capabilities, subscribedEvents } };
    given(endpointAndFeed(registered))
      .when((states) => changeCapabilities(states, command))
      .thenFactsOf({ endpoint: [{ type: 'CapabilitiesChanged', data: { ...command.capabilities, at } }] });
  });

  it.each([
    { first: registered, polling: { toolsUrl: null }, expected: { toolsUrl: null, since: at } },
    { first: pollingRegistered, polling: undefined, expected: null },
  ])('changes the delivery from or to polling: %#', ({ first, polling, expected }) => {
    const handedOver = { type: 'CredentialsHandedOver', data: { at } } as const;
    const baseUrl = polling === undefined ? capabilities.baseUrl : null;
    const changed = { ...capabilities, baseUrl, ...(polling !== undefined && { polling }) };
    given(endpointAndFeed(first, handedOver))
      .when((states) => changeCapabilities(states, { ...nextVersion, capabilities: changed }))
      .thenReplies({ isElsewhere: true })
      .thenState({ endpoint: { baseUrl, polling: expected } });
  });

  it('appends no fact for a removed endpoint', () => {
    given(endpointAndFeed(registered, removed))
      .when((states) => changeCapabilities(states, nextVersion))
      .thenFactsOf({});
  });

  it('throws when the endpoint is not registered yet', () => {
    const states = { endpoint: { status: 'unregistered' }, feed: feedStream.initial } as const;
    expect(() => changeCapabilities(states, nextVersion)).toThrow(PrerequisiteMissing);
  });
});
