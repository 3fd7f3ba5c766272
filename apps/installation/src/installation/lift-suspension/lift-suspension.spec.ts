import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, paused, removed, requested, suspended } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { liftSuspension } from './lift-suspension.js';

const lifted = (newStatus: 'pending' | 'installed' | 'paused') => ({
  type: 'SuspensionLifted',
  data: { at, ...parties, newStatus },
});

describe('liftSuspension', () => {
  it('restores the status that the installation had before the suspension', () => {
    given(installationStream, requested, installed, suspended)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts(lifted('installed'))
      .thenState({ status: 'installed' });
    given(installationStream, requested, suspended)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts(lifted('pending'))
      .thenState({ status: 'pending' });
  });

  it('keeps a paused installation paused', () => {
    given(installationStream, requested, installed, paused, suspended)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts(lifted('paused'))
      .thenState({ status: 'paused' });
  });

  it('changes nothing when the installation is not suspended', () => {
    given(installationStream, requested)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts();
    given(installationStream, requested, paused)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, suspended, removed)
      .when((state) => liftSuspension({ at }, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => liftSuspension({ at }, state))
      .thenRefuses('installation.not_found');
  });
});
