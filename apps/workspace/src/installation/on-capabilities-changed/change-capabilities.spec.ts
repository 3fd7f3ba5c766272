import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, removed } from '../../../test/example-installation.js';
import { installationStream, type Installation } from '../installation.js';
import { changeCapabilities } from './change-capabilities.js';

const nothing = { records: [], proposals: [], sources: [] };
const change = (installation: Installation) => changeCapabilities({ capabilities: nothing, at }, installation);

describe('changeCapabilities', () => {
  it('replaces the capabilities of an active installation', () => {
    given(installationStream, added)
      .when(change)
      .thenFacts({ type: 'CapabilitiesChanged', data: { capabilities: nothing, at } })
      .thenState({ status: 'active', capabilities: nothing });
  });

  it('appends no fact when the installation is absent or removed', () => {
    given(installationStream).when(change).thenFacts();
    given(installationStream, added, removed).when(change).thenFacts();
  });
});
