import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, deleted, abandoned, parties, requested, specOf } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { requestContainer } from './request-container.js';

const command = { ...parties, spec: specOf('1.0.0'), at };

describe('requestContainer', () => {
  it('requests the container of a new installation once', () => {
    given(containerStream)
      .when((container) => requestContainer(container, command))
      .thenFacts(requested)
      .thenState({ status: 'starting', version: '1.0.0', isAllowed: true })
      .when((container) => requestContainer(container, command))
      .thenFacts();
  });

  it('appends no fact for a removed installation', () => {
    given(containerStream, requested, abandoned, deleted)
      .when((container) => requestContainer(container, command))
      .thenFacts();
  });
});
