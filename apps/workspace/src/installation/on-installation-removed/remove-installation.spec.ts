import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, removed } from '../../../test/example-installation.js';
import { installationStream, schemaOf, type Installation } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

const remove = (installation: Installation) => removeInstallation({ at }, installation);

describe('removeInstallation', () => {
  it('removes an installation once; a removed installation declares no record types', () => {
    const removal = given(installationStream, added).when(remove).thenFacts(removed);
    expect(schemaOf(removal.state, 'invoice')).toBeNull();
    removal.when(remove).thenFacts();
  });

  it('appends no fact when the installation is absent', () => {
    given(installationStream).when(remove).thenFacts();
  });
});
