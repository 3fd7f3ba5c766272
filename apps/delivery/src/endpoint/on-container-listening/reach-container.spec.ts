import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, capabilities, installationId, registered, removed } from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { reachContainer } from './reach-container.js';

const requested: EndpointFact = {
  ...registered,
  data: { ...registered.data, baseUrl: null },
} as EndpointFact;
const reached = { baseUrl: 'http://k3.containers.internal:8080', address: '10.213.0.2:8080', at };
const command = { installationId, version: '1.0.0', ...reached };
const newVersion: EndpointFact = {
  type: 'CapabilitiesChanged',
  data: { ...capabilities, baseUrl: null, version: '1.1.0', at },
};

describe('reachContainer', () => {
  it('sets the address that calls are sent to, and a new version removes it until its container listens', () => {
    given(endpointStream, requested)
      .when((endpoint) => reachContainer(endpoint, command))
      .thenFacts({ type: 'ContainerReached', data: reached })
      .thenState({ baseUrl: reached.baseUrl, containerAddress: reached.address });
    given(endpointStream, requested, { type: 'ContainerReached', data: reached }, newVersion)
      .when((endpoint) => reachContainer(endpoint, command))
      .thenFacts()
      .thenState({ baseUrl: null, containerAddress: null, version: '1.1.0' });
  });

  it('waits for the fact that changes the version', () => {
    given(endpointStream, requested, newVersion)
      .when((endpoint) => reachContainer(endpoint, { ...command, version: '1.1.0' }))
      .thenFacts({ type: 'ContainerReached', data: reached });
    const { evolve, initial } = endpointStream;
    expect(() => reachContainer(evolve(initial, requested), { ...command, version: '1.1.0' })).toThrow(
      PrerequisiteMissing,
    );
    expect(() => reachContainer({ status: 'unregistered' }, command)).toThrow(PrerequisiteMissing);
  });

  it('appends no fact for a removed endpoint', () => {
    given(endpointStream, requested, removed)
      .when((endpoint) => reachContainer(endpoint, command))
      .thenFacts();
  });
});
