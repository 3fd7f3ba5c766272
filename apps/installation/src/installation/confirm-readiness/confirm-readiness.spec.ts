import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  parties,
  released,
  removed,
  request,
  requested,
  walletReady,
  workspaceReady,
} from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { confirmReadiness } from './confirm-readiness.js';

const ready = (service: 'wallet' | 'workspace') => ({ service, sealedInstalledCall: 'sealed body', at });

describe('confirmReadiness', () => {
  it.each([
    ['wallet', 'workspace'],
    ['workspace', 'wallet'],
  ] as const)('delivers the credentials when the last required service is ready: %s, then %s', (first, last) => {
    given(installationStream, requested)
      .when((state) => confirmReadiness(ready(first), state))
      .thenFacts({ type: 'ReadinessConfirmed', data: { service: first, at } })
      .when((state) => confirmReadiness(ready(last), state))
      .thenFacts({ type: 'ReadinessConfirmed', data: { service: last, at } }, released);
  });

  it('waits for the container of a plugin that runs beside the instance, and remembers its address', () => {
    const baseUrl = 'http://k3.containers.internal:8080';
    const inContainer: InstallationFact = {
      type: 'InstallationRequested',
      data: { ...request, grants: { ...request.grants, kind: 'instance' } },
    };
    given(installationStream, inContainer, walletReady)
      .when((state) => confirmReadiness(ready('workspace'), state))
      .thenFacts({ type: 'ReadinessConfirmed', data: { service: 'workspace', at } })
      .when((state) =>
        confirmReadiness({ service: 'containers', baseUrl, sealedInstalledCall: 'sealed body', at }, state),
      )
      .thenFacts({ type: 'ReadinessConfirmed', data: { service: 'containers', baseUrl, at } }, released)
      .thenState({ containerUrl: baseUrl });
  });

  it.each(['wallet', 'workspace'] as const)('changes nothing when the %s is already ready', (service) => {
    given(installationStream, requested, walletReady, workspaceReady, released)
      .when((state) => confirmReadiness(ready(service), state))
      .thenFacts();
  });

  it('does not deliver the credentials to the plugin after the admin has read them', () => {
    given(installationStream, requested, walletReady, {
      type: 'PluginInstalled',
      data: { ...parties, via: 'admin', at },
    })
      .when((state) => confirmReadiness(ready('workspace'), state))
      .thenFacts(workspaceReady);
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, walletReady, removed)
      .when((state) => confirmReadiness(ready('workspace'), state))
      .thenRefuses('installation.removed', { installation_id: 'ins_1' });
    given(installationStream)
      .when((state) => confirmReadiness(ready('workspace'), state))
      .thenRefuses('installation.not_found');
  });
});
