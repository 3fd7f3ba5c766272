import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandoned, at, reached, requested } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { restartContainer } from './restart-container.js';

const command = { organisationId: 'org_a', by: 'per_1', at };

describe('restartContainer', () => {
  it('requests another container, each time', () => {
    given(containerStream, requested, reached)
      .when((container) => restartContainer(container, command))
      .thenFacts({ type: 'RestartRequested', data: { by: 'per_1', at } })
      .thenState({ status: 'running', restarts: 1 })
      .when((container) => restartContainer(container, command))
      .thenState({ restarts: 2 });
  });

  it('rejects another organisation, a removed installation and one without a container', () => {
    given(containerStream, requested)
      .when((container) => restartContainer(container, { ...command, organisationId: 'org_b' }))
      .thenRefuses('installation.not_found');
    given(containerStream, requested, abandoned)
      .when((container) => restartContainer(container, command))
      .thenRefuses('installation.not_found');
    given(containerStream)
      .when((container) => restartContainer(container, command))
      .thenRefuses('installation.not_found');
  });
});
