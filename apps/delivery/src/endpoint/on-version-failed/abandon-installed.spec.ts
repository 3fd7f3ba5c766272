import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  capabilities,
  installedAnswered,
  installedQueued,
  registered,
  renewalQueued,
} from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { recordAnswer } from '../record-answer/record-answer.js';
import { abandonInstalled } from './abandon-installed.js';

const command = { version: '1.1.0', at };
const replaced: EndpointFact = {
  type: 'CapabilitiesChanged',
  data: { ...capabilities, baseUrl: null, version: '1.1.0', at },
};
const queued: EndpointFact = {
  type: 'LifecycleCallQueued',
  data: {
    deliveryId: 'cal_3',
    event: 'installed',
    sealedBody: 'body',
    nextSealedSecret: 'renewed',
    version: '1.1.0',
    at,
  },
};
const reached = (isUpdate: boolean): EndpointFact => ({
  type: 'ContainerReached',
  data: { baseUrl: 'http://k3.containers.internal:8080', address: '10.213.0.2:8080', isUpdate, at },
});
const before = [registered, installedQueued, installedAnswered, replaced, reached(true), queued] as const;

describe('abandonInstalled', () => {
  it('keeps the secret that the previous version has, and calls wait until that version is back', () => {
    given(endpointStream, ...before)
      .when((endpoint) => abandonInstalled(endpoint, command))
      .thenFacts({ type: 'InstalledAbandoned', data: command })
      .thenState({ credentials: { status: 'delivered' }, secrets: [{ sealed: 'first' }], isReplaced: true })
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts();
    given(endpointStream, ...before, { type: 'InstalledAbandoned', data: command }, reached(false))
      .when((endpoint) => abandonInstalled(endpoint, command))
      .thenFacts()
      .thenState({ isReplaced: false });
  });

  it('comes too late for a call that the plugin has accepted', () => {
    given(endpointStream, ...before)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts({ type: 'InstalledAnswered', data: { version: '1.1.0', at } })
      .thenState({ isReplaced: false, secrets: [{ sealed: 'renewed' }] })
      .when((endpoint) => abandonInstalled(endpoint, command))
      .thenFacts();
  });

  it('leaves the call of a rotation by the admin in flight', () => {
    given(endpointStream, registered, installedQueued, installedAnswered, renewalQueued)
      .when((endpoint) => abandonInstalled(endpoint, command))
      .thenFacts();
  });
});
