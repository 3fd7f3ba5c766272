/** The installation that the unit tests of the workspace use. */
import type { Capabilities, InstallationFact } from '../src/installation/installation.js';

export const at = '2026-11-20T09:00:00.000Z';
export const capabilities: Capabilities = { records: [{ type: 'invoice', schema: {} }], proposals: [], sources: [] };
export const added: InstallationFact = {
  type: 'InstallationAdded',
  data: { organisationId: 'org_1', pluginId: 'ir.acme.invoices', capabilities, at },
};
export const removed: InstallationFact = { type: 'InstallationRemoved', data: { at } };
