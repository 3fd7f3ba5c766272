import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandoned, at, forbidden, later, newVersion, reached, requested } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { changeAvailability } from './change-availability.js';

describe('changeAvailability', () => {
  it('forbids and allows a container, once each', () => {
    given(containerStream, requested, reached)
      .when((container) => changeAvailability(container, { isAllowed: false, at }))
      .thenFacts(forbidden)
      .thenState({ status: 'running', isAllowed: false })
      .when((container) => changeAvailability(container, { isAllowed: false, at }))
      .thenFacts()
      .when((container) => changeAvailability(container, { isAllowed: true, at }))
      .thenState({ isAllowed: true });
  });

  it('gives a new version that was stopped its two minutes from the moment when it may run', () => {
    given(containerStream, requested, reached, newVersion, forbidden)
      .when((container) => changeAvailability(container, { isAllowed: true, at: later(500) }))
      .thenState({ status: 'updating', giveUpAt: later(620) });
  });

  it('has nothing to stop for an installation without a container, or a removed one', () => {
    given(containerStream)
      .when((container) => changeAvailability(container, { isAllowed: false, at }))
      .thenFacts();
    given(containerStream, requested, abandoned)
      .when((container) => changeAvailability(container, { isAllowed: true, at }))
      .thenFacts();
  });
});
