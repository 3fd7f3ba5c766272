import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandoned, deleted, later, reached, requested } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { endRemoval } from './end-removal.js';

const command = { installationId: 'ins_1', at: later(2) };

describe('endRemoval', () => {
  it('deletes the container before the thirty seconds are over', () => {
    given(containerStream, requested, reached, abandoned)
      .when((container) => endRemoval(container, command))
      .thenFacts({ type: 'RemovalAnswered', data: { at: later(2) } })
      .thenState({ status: 'leaving', deleteAfter: later(2) })
      .when((container) => endRemoval(container, command))
      .thenFacts();
  });

  it('waits for the removal, and has nothing to delete for an external plugin', () => {
    const running = [requested, reached].reduce(containerStream.evolve, containerStream.initial);
    expect(() => endRemoval(running, command)).toThrow(PrerequisiteMissing);
    given(containerStream)
      .when((container) => endRemoval(container, command))
      .thenFacts();
    given(containerStream, requested, abandoned, deleted)
      .when((container) => endRemoval(container, command))
      .thenFacts();
  });
});
