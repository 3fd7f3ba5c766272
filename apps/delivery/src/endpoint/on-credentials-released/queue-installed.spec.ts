import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  installationId,
  installedAnswered,
  installedQueued,
  registered,
  removed,
  renewalQueued,
} from '../../../test/endpoint-facts.js';
import { EndpointNotRegistered, endpointStream } from '../endpoint.js';
import { queueInstalled } from './queue-installed.js';

const command = { installationId, deliveryId: 'cal_1', sealedBody: 'body', at };
const renewal = { installationId, deliveryId: 'cal_3', sealedBody: 'renewed body', nextSealedSecret: 'renewed', at };

describe('queue installed', () => {
  it('queues the call that delivers the credentials', () => {
    given(endpointStream, registered)
      .when((endpoint) => queueInstalled(endpoint, command))
      .thenFacts(installedQueued)
      .thenState({ credentials: { status: 'sending', nextSealedSecret: null } });
  });

  it('keeps signing with the current secret while renewed credentials are sent', () => {
    given(endpointStream, registered, installedQueued, installedAnswered)
      .when((endpoint) => queueInstalled(endpoint, renewal))
      .thenFacts(renewalQueued)
      .thenState({
        credentials: { status: 'renewing', nextSealedSecret: 'renewed' },
        secrets: [{ sealed: 'first', signUntil: null }],
      });
  });

  it('queues nothing after the removal', () => {
    given(endpointStream, registered, removed)
      .when((endpoint) => queueInstalled(endpoint, command))
      .thenFacts();
  });

  it('throws until the endpoint is registered', () => {
    expect(() => queueInstalled({ status: 'unregistered' }, command)).toThrow(EndpointNotRegistered);
  });
});
