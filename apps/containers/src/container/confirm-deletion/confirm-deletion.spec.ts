import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandoned, at, deleted, reached, requested } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { confirmDeletion } from './confirm-deletion.js';

describe('confirmDeletion', () => {
  it('ends the life of a removed container', () => {
    given(containerStream, requested, abandoned)
      .when((container) => confirmDeletion(container, { at }))
      .thenFacts(deleted)
      .thenState({ status: 'deleted' });
  });

  it('records nothing for a container that is wanted', () => {
    given(containerStream, requested, reached)
      .when((container) => confirmDeletion(container, { at }))
      .thenFacts();
  });
});
