import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing';
import {
  changePlan,
  confirmInstalled,
  liftSuspension,
  notePartReady,
  pauseInstallation,
  resumeInstallation,
  suspendInstallation,
} from './change-installation.js';
import {
  about,
  at,
  installed,
  released,
  removed,
  requested,
  walletReady,
  workspaceReady,
} from './example-installation.js';
import { installationStream, statusOf, type InstallationFact } from './installation.js';

const ready = (part: 'wallet' | 'workspace') => ({ part, sealedLifecycle: 'sealed body', at });
const by = { by: 'per_1', at };
const statusAfter = (...facts: InstallationFact[]): string => {
  const state = fold(installationStream, facts);
  return state.phase === 'absent' ? 'absent' : statusOf(state);
};

describe('the credentials', () => {
  it.each([
    ['wallet', 'workspace'],
    ['workspace', 'wallet'],
  ] as const)('go out with the last part that becomes ready, once: %s, then %s', (first, last) => {
    const after = given(installationStream, requested)
      .when((state) => notePartReady(ready(first), state))
      .thenFacts({ type: 'PartBecameReady', data: { part: first, at } });
    const complete = given(installationStream, requested, ...(after.facts as InstallationFact[]))
      .when((state) => notePartReady(ready(last), state))
      .thenFacts({ type: 'PartBecameReady', data: { part: last, at } }, released);
    for (const part of [first, last])
      expect(notePartReady(ready(part), complete.state)).toMatchObject({ accepted: true, facts: [] });
  });

  it('do not go out any more where the admin has read them in the meantime', () => {
    given(installationStream, requested, walletReady, {
      type: 'PluginInstalled',
      data: { ...about, how: 'credentials_read', at },
    })
      .when((state) => notePartReady(ready('workspace'), state))
      .thenFacts(workspaceReady);
  });

  it('do not go out to a plugin that was removed while its parts became ready', () => {
    given(installationStream, requested, walletReady, removed)
      .when((state) => notePartReady(ready('workspace'), state))
      .thenRefuses('installation.removed', { installation_id: 'ins_1' });
  });

  it('are kept under seal until the plugin has them, and no longer', () => {
    const answered = given(installationStream, requested, released)
      .when((state) => confirmInstalled({ how: 'answered', at }, state))
      .thenFacts(installed);
    expect(answered.state).toMatchObject({ phase: 'installed', sealedToken: null, tokenHash: 'hash' });
    expect(confirmInstalled({ how: 'answered', at }, answered.state)).toMatchObject({ accepted: true, facts: [] });
  });
});

describe('what stops an installation', () => {
  const paused: InstallationFact = { type: 'InstallationPaused', data: { ...by, ...about, statusAfter: 'paused' } };
  const suspended: InstallationFact = {
    type: 'InstallationSuspended',
    data: { at, ...about, statusAfter: 'suspended' },
  };

  it('is shown by what stops it the most', () => {
    expect(statusAfter(requested)).toBe('pending');
    expect(statusAfter(requested, installed, paused)).toBe('paused');
    expect(statusAfter(requested, installed, paused, suspended)).toBe('suspended');
    expect(statusAfter(requested, installed, paused, suspended, removed)).toBe('removed');
  });

  it('leaves a paused installation paused when the suspension is lifted', () => {
    given(installationStream, requested, installed, paused, suspended)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts({ type: 'SuspensionLifted', data: { at, ...about, statusAfter: 'paused' } });
  });

  it('leaves a suspended installation suspended when the admin resumes it', () => {
    given(installationStream, requested, installed, paused, suspended)
      .when((state) => resumeInstallation(by, state))
      .thenFacts({ type: 'InstallationResumed', data: { ...by, ...about, statusAfter: 'suspended' } });
  });

  it('is ended by the admin even where nobody paused it: delivery may have stopped by itself', () => {
    given(installationStream, requested, installed)
      .when((state) => resumeInstallation(by, state))
      .thenFacts({ type: 'InstallationResumed', data: { ...by, ...about, statusAfter: 'installed' } });
  });

  it('is said once', () => {
    given(installationStream, requested, paused)
      .when((state) => pauseInstallation(by, state))
      .thenFacts();
    given(installationStream, requested, suspended)
      .when((state) => suspendInstallation({ at }, state))
      .thenFacts();
    given(installationStream, requested)
      .when((state) => liftSuspension({ at }, state))
      .thenFacts();
    given(installationStream, requested)
      .when((state) => changePlan({ ...by, plan: 'basic' }, state))
      .thenFacts();
  });

  it('is nothing to an installation that is gone or never was', () => {
    given(installationStream, requested, removed)
      .when((state) => pauseInstallation(by, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => pauseInstallation(by, state))
      .thenRefuses('installation.not_found');
  });
});
