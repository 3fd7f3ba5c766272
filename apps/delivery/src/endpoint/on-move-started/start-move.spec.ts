import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  capabilities,
  installedAnswered,
  installedQueued,
  pollingRegistered,
  registered,
  removed,
} from '../../../test/endpoint-facts.js';
import { endpointStream, moveOfCall, type RegisteredEndpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { reachContainer } from '../on-container-listening/reach-container.js';
import { abandonInstalled } from '../on-version-failed/abandon-installed.js';
import { recordHandover } from '../on-installation-installed/record-handover.js';
import { queueInstalled } from '../on-credentials-released/queue-installed.js';
import { recordAnswer } from '../record-answer/record-answer.js';
import { startMove } from './start-move.js';

const version = '1.1.0';
const before = '2026-11-20T10:59:59.000Z';
const giveUpAt = '2026-11-20T11:00:00.000Z';
const started = (baseUrl: string | null): EndpointFact => ({
  type: 'MoveStarted',
  data: { version, baseUrl, giveUpAt, at },
});
const queued: EndpointFact = {
  type: 'LifecycleCallQueued',
  data: { deliveryId: 'cal_3', event: 'installed', sealedBody: 'body', nextSealedSecret: 'renewed', version, at },
};
const changed = (baseUrl: string | null): EndpointFact => ({
  type: 'CapabilitiesChanged',
  data: { ...capabilities, baseUrl, version, at },
});
const elsewhere = 'https://new.acme.ir';
const delivered = [registered, installedQueued, installedAnswered] as const;
const moving = [...delivered, started(elsewhere), queued] as const;

describe('startMove', () => {
  it('leaves calls at the address of the installed version, and sends the credentials elsewhere', () => {
    given(endpointStream, ...delivered)
      .when((endpoint) => startMove(endpoint, { installationId: 'ins_1', version, baseUrl: elsewhere, giveUpAt, at }))
      .thenFacts(started(elsewhere));
    const { state } = given(endpointStream, ...moving);
    expect(state).toMatchObject({ baseUrl: capabilities.baseUrl, secrets: [{ sealed: 'first' }] });
    expect(moveOfCall(state as RegisteredEndpoint)).toMatchObject({ baseUrl: elsewhere });
  });

  it('moves address and secret together when the plugin accepts, before its version is installed', () => {
    given(endpointStream, ...moving)
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts({ type: 'InstalledAnswered', data: { version, at } })
      .thenState({ baseUrl: elsewhere, secrets: [{ sealed: 'renewed' }], move: null })
      .when((endpoint) => abandonInstalled(endpoint, { version, at: giveUpAt }))
      .thenFacts();
  });

  it('keeps the address of a container that was reached when its version is installed', () => {
    const listening = {
      installationId: 'ins_1',
      version,
      baseUrl: 'http://k3.containers.internal:8080',
      address: '10.213.0.2:8080',
      at,
    };
    const { state } = given(endpointStream, ...delivered, started(null), queued)
      .when((endpoint) => reachContainer(endpoint, listening))
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at })).after;
    expect(endpointStream.evolve(state, changed(null))).toMatchObject({
      baseUrl: listening.baseUrl,
      containerAddress: listening.address,
      isReplaced: false,
    });
  });

  it('ends at its time, also when the plugin could not be called, and not before', () => {
    given(endpointStream, ...moving)
      .when((endpoint) => abandonInstalled(endpoint, { version, reason: 'connect', at: before }))
      .thenFacts()
      .when((endpoint) => abandonInstalled(endpoint, { version, reason: 'connect', at: giveUpAt }))
      .thenFacts({ type: 'InstalledAbandoned', data: { version, reason: 'connect', at: giveUpAt } })
      .thenState({ baseUrl: capabilities.baseUrl, secrets: [{ sealed: 'first' }], move: null })
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenFacts();
    given(endpointStream, ...delivered, started(null))
      .when((endpoint) => abandonInstalled(endpoint, { version, reason: 'not_called', at: giveUpAt }))
      .thenFactsMatch({ type: 'InstalledAbandoned' });
  });

  const polling = { toolsUrl: elsewhere };
  const toPolling: EndpointFact = { type: 'MoveStarted', data: { version, baseUrl: null, polling, giveUpAt, at } };
  const issued = {
    ...{ installationId: 'ins_1', deliveryId: 'cal_3', sealedBody: 'body' },
    ...{ nextSealedSecret: 'renewed', version, at },
  };

  const renewed: EndpointFact = { type: 'CredentialsIssued', data: { nextSealedSecret: 'renewed', version, at } };

  it('ends for a version that polls when an admin has read its credentials, and until then nothing changes', () => {
    const { state } = given(endpointStream, ...delivered, toPolling)
      .when((endpoint) => queueInstalled(endpoint, issued))
      .thenFacts(renewed)
      .thenState({ baseUrl: capabilities.baseUrl, polling: null, secrets: [{ sealed: 'first' }] })
      .when((endpoint) => recordHandover(endpoint, { sealedSecret: 'renewed', at: before })).after;
    expect(state).toMatchObject({
      baseUrl: null,
      polling: { toolsUrl: elsewhere, since: before },
      secrets: [{ sealed: 'renewed', signUntil: null }],
      move: null,
      movedTo: version,
    });
  });

  it('signs with what an admin has read, although the version was given up at the same moment', () => {
    given(endpointStream, ...delivered, toPolling, renewed)
      .when((endpoint) => abandonInstalled(endpoint, { version, at: giveUpAt }))
      .thenState({ move: null, secrets: [{ sealed: 'first' }] })
      .when((endpoint) => recordHandover(endpoint, { sealedSecret: 'renewed', at: giveUpAt }))
      .thenState({ secrets: [{ sealed: 'renewed', signUntil: null }] })
      .when((endpoint) => queueInstalled(endpoint, { ...issued, nextSealedSecret: 'newer' }))
      .when((endpoint) => recordHandover(endpoint, { sealedSecret: 'renewed', at: giveUpAt }))
      .thenFacts();
  });

  it('calls a version that gets pushes, although the installed one polls', () => {
    given(endpointStream, pollingRegistered, { type: 'CredentialsHandedOver', data: { at } }, started(elsewhere))
      .when((endpoint) => queueInstalled(endpoint, issued))
      .thenFactsMatch({ type: 'LifecycleCallQueued' })
      .thenState({ baseUrl: null, polling: { since: at } })
      .when((endpoint) => recordAnswer(endpoint, { deliveryId: 'cal_3', at }))
      .thenState({ baseUrl: elsewhere, polling: null, secrets: [{ sealed: 'renewed' }] });
  });

  it('starts nothing after the removal', () => {
    given(endpointStream, ...delivered, removed)
      .when((endpoint) => startMove(endpoint, { installationId: 'ins_1', version, baseUrl: elsewhere, giveUpAt, at }))
      .thenFacts();
  });
});
