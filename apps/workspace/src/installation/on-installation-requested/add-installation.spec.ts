import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, capabilities, removed } from '../../../test/example-installation.js';
import { installationStream, type Installation } from '../installation.js';
import { addInstallation } from './add-installation.js';

const add = (installation: Installation) =>
  addInstallation({ organisationId: 'org_1', pluginId: 'ir.acme.invoices', capabilities, at }, installation);

describe('addInstallation', () => {
  it('adds an installation once', () => {
    given(installationStream).when(add).thenFacts(added).when(add).thenFacts();
  });

  it('does not add a removed installation again', () => {
    given(installationStream, added, removed).when(add).thenFacts();
  });
});
