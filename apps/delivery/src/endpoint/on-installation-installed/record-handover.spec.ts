import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  installedAnswered,
  installedQueued,
  registered,
  removed,
  renewalQueued,
} from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { recordHandover } from './record-handover.js';

const handedOver: EndpointFact = { type: 'CredentialsHandedOver', data: { at } };

describe('recordHandover', () => {
  it.each([
    ['not sent', [registered]],
    ['being sent', [registered, installedQueued]],
    ['being renewed', [registered, installedQueued, installedAnswered, renewalQueued]],
  ])('marks credentials as delivered when they are %s', (_case, facts) => {
    given(endpointStream, ...facts)
      .when((endpoint) => recordHandover(endpoint, { at }))
      .thenFacts(handedOver)
      .thenState({ credentials: { status: 'delivered' } });
  });

  it.each([
    ['the plugin has answered installed', [registered, installedQueued, installedAnswered]],
    ['the endpoint was removed', [registered, installedQueued, removed]],
    ['the endpoint is not registered', []],
  ])('appends no fact when %s', (_case, facts) => {
    given(endpointStream, ...facts)
      .when((endpoint) => recordHandover(endpoint, { at }))
      .thenFacts();
  });
});
