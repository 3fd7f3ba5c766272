import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, firstLink, registered, removed } from '../../../test/example-instance.js';
import { instanceStream } from '../instance.js';
import { removeInstance } from './remove-instance.js';

describe('remove instance', () => {
  it('removes a registered instance', () => {
    given(instanceStream, registered(firstLink))
      .when((instance) => removeInstance({ id: 'i1', at }, instance))
      .thenFacts(removed)
      .thenState({ status: 'absent' });
  });

  it.each([
    ['was never registered', []],
    ['was removed before', [registered(firstLink), removed]],
  ])('rejects an instance that %s', (_history, history) => {
    given(instanceStream, ...history)
      .when((instance) => removeInstance({ id: 'i1', at }, instance))
      .thenRefuses('instance.not_found', { id: 'i1' });
  });
});
