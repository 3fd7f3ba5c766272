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
import { recordAnswer } from './record-answer.js';

describe('recordAnswer', () => {
  it('marks the credentials as delivered when the plugin first accepts the installed call', () => {
    given(endpointStream, registered, installedQueued)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_1', at }))
      .thenFacts(installedAnswered)
      .thenState({ credentials: { status: 'delivered' }, secrets: [{ sealed: 'first', signUntil: null }] });
  });

  it('replaces the secret when the plugin accepts renewed credentials', () => {
    given(endpointStream, registered, installedQueued, installedAnswered, renewalQueued)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts(installedAnswered)
      .thenState({ credentials: { status: 'delivered' }, secrets: [{ sealed: 'renewed', signUntil: null }] });
  });

  it('accepts the new secret of a reconnect at once, and events wait for its answer', () => {
    const replaced: EndpointFact = {
      type: 'LifecycleCallQueued',
      data: { deliveryId: 'cal_9', event: 'installed', sealedBody: 'body', replacingSecret: 'new', generation: 2, at },
    };
    given(endpointStream, registered, installedQueued, installedAnswered, renewalQueued, replaced)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts()
      .thenState({ credentials: { status: 'sending' }, secrets: [{ sealed: 'new', signUntil: null }] })
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_9', at }))
      .thenFacts({ type: 'InstalledAnswered', data: { generation: 2, at } })
      .thenState({ credentials: { status: 'delivered' }, secrets: [{ sealed: 'new', signUntil: null }] });
  });

  it('records the answer to `removed` once', () => {
    given(endpointStream, registered, installedQueued, installedAnswered, removed)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_2', at }))
      .thenFacts({ type: 'RemovedAnswered', data: { at } })
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_2', at }))
      .thenFacts();
  });

  it.each([
    ['a second answer', [registered, installedQueued, installedAnswered]],
    ['an answer to a superseded call', [registered, installedQueued, installedAnswered, renewalQueued]],
    ['an answer to `installed` after the removal', [registered, installedQueued, removed]],
    ['an answer to an installation that is not registered', []],
  ])('appends no fact for %s', (_case, facts) => {
    given(endpointStream, ...facts)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_1', at }))
      .thenFacts();
  });
});
