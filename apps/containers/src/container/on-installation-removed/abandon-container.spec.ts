import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandoned, at, reached, requested } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { abandonContainer } from './abandon-container.js';

describe('abandonContainer', () => {
  it('leaves a plugin that has its credentials thirty seconds to answer `removed`', () => {
    given(containerStream, requested, reached)
      .when((container) => abandonContainer(container, { at }))
      .thenFacts(abandoned)
      .thenState({ status: 'leaving' })
      .when((container) => abandonContainer(container, { at }))
      .thenFacts();
  });

  it('deletes a container that was never reached at once', () => {
    given(containerStream, requested)
      .when((container) => abandonContainer(container, { at }))
      .thenFacts({ type: 'ContainerAbandoned', data: { deleteAfter: at, at } });
  });

  it('has nothing to delete for an external plugin', () => {
    given(containerStream)
      .when((container) => abandonContainer(container, { at }))
      .thenFacts();
  });
});
