import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { capabilities } from '../../test/example-installation.js';
import { installationStream, type InstallationFact } from './installation.js';

const at = '2026-11-20T08:00:00.000Z';
const added: InstallationFact = {
  type: 'InstallationAdded',
  data: { organisationId: 'org_1', pluginId: 'ir.acme.invoices', capabilities, at },
};

describe('a removed installation', () => {
  it('keeps its organisation and plugin, and nothing adds it again', () => {
    const removed = fold(installationStream, [added, { type: 'InstallationRemoved', data: { at } }]);
    expect(removed).toEqual({ status: 'removed', organisationId: 'org_1', pluginId: 'ir.acme.invoices' });
    const later: InstallationFact[] = [added, { type: 'CapabilitiesChanged', data: { capabilities, at } }];
    expect(fold(installationStream, later, removed)).toEqual(removed);
  });
});
