import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  installationId,
  installedAnswered,
  installedQueued,
  pollingRegistered,
  registered,
  removed,
} from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import { removeEndpoint } from './remove-endpoint.js';

const command = { installationId, deliveryId: 'cal_2', at };

describe('removeEndpoint', () => {
  it('keeps the address and the secret to sign and send the removed call', () => {
    given(endpointStream, registered, installedQueued, installedAnswered)
      .when((endpoint) => removeEndpoint(endpoint, command))
      .thenFacts(removed)
      .thenState({
        status: 'removed',
        baseUrl: 'https://plugin.acme.ir',
        secrets: [{ sealed: 'first', signUntil: null }],
      });
  });

  it('makes no call to a plugin that polls', () => {
    given(endpointStream, pollingRegistered)
      .when((endpoint) => removeEndpoint(endpoint, command))
      .thenFacts({ type: 'EndpointRemoved', data: { deliveryId: null, at } })
      .thenState({ status: 'removed', baseUrl: null });
  });

  it('appends no fact when the endpoint was removed already', () => {
    given(endpointStream, registered, removed)
      .when((endpoint) => removeEndpoint(endpoint, { ...command, deliveryId: 'cal_3' }))
      .thenFacts();
  });

  it('throws when the endpoint is not registered yet', () => {
    expect(() => removeEndpoint({ status: 'unregistered' }, command)).toThrow(PrerequisiteMissing);
  });
});
