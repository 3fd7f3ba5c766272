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
  renewalQueued,
} from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import { recordHandover } from '../on-installation-installed/record-handover.js';
import { queueInstalled } from './queue-installed.js';

const command = { installationId, deliveryId: 'cal_1', sealedBody: 'body', at };
const renewal = { installationId, deliveryId: 'cal_3', sealedBody: 'renewed body', nextSealedSecret: 'renewed', at };

describe('queueInstalled', () => {
  it('queues the call that delivers the credentials', () => {
    given(endpointStream, registered)
      .when((endpoint) => queueInstalled(endpoint, command))
      .thenFacts(installedQueued)
      .thenState({ credentials: { status: 'sending', nextSealedSecret: null } });
  });

  it('keeps the current signing secret until the plugin has the renewed credentials', () => {
    given(endpointStream, registered, installedQueued, installedAnswered)
      .when((endpoint) => queueInstalled(endpoint, renewal))
      .thenFacts(renewalQueued)
      .thenState({
        credentials: { status: 'renewing', nextSealedSecret: 'renewed' },
        secrets: [{ sealed: 'first', signUntil: null }],
      });
  });

  it('queues no call for a plugin that polls, and signs with its renewed secret once an admin has read it', () => {
    given(endpointStream, pollingRegistered)
      .when((endpoint) => queueInstalled(endpoint, command))
      .thenFacts();
    given(endpointStream, pollingRegistered)
      .when((endpoint) => recordHandover(endpoint, { at }))
      .thenState({ polling: { toolsUrl: 'https://plugin.acme.ir', since: at } })
      .when((endpoint) => queueInstalled(endpoint, renewal))
      .thenFacts({ type: 'CredentialsIssued', data: { nextSealedSecret: 'renewed', at } })
      .thenState({ secrets: [{ sealed: 'first', signUntil: null }] })
      .when((endpoint) => recordHandover(endpoint, { at }))
      .thenState({ secrets: [{ sealed: 'renewed', signUntil: null }] });
  });

  it('gives a plugin that polls a new start when its lost credentials were replaced, once an admin has read them', () => {
    const later = '2026-11-25T10:00:00.000Z';
    given(endpointStream, pollingRegistered)
      .when((endpoint) => recordHandover(endpoint, { at }))
      .when((endpoint) => queueInstalled(endpoint, { ...command, replacingSecret: 'replaced', generation: 1 }))
      .thenFacts({ type: 'CredentialsIssued', data: { replacingSecret: 'replaced', generation: 1, at } })
      .thenState({ polling: { since: null }, secrets: [{ sealed: 'replaced' }] })
      .when((endpoint) => recordHandover(endpoint, { at: later }))
      .thenState({ polling: { since: later } });
  });

  it('queues no call for a removed endpoint', () => {
    given(endpointStream, registered, removed)
      .when((endpoint) => queueInstalled(endpoint, command))
      .thenFacts();
  });

  it('throws when the endpoint is not registered yet', () => {
    expect(() => queueInstalled({ status: 'unregistered' }, command)).toThrow(PrerequisiteMissing);
  });
});
