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
